import { t } from "@lingui/core/macro";
import type { Introduction } from "../cords/contract.ts";

/** The viewer's part in an introduction: one of the two people, or the introducer. */
export function isIntroduced({ people }: Introduction, viewerId: string): boolean {
  return people.some(({ userId }) => userId === viewerId);
}

/** The other person, as seen by one of the two. */
export function otherPerson({ people }: Introduction, viewerId: string) {
  return people.find(({ userId }) => userId !== viewerId) ?? null;
}

/** The state in words, as the viewer may know it; null while the viewer's answer is awaited. */
export function stateLabel(introduction: Introduction, viewerId: string): string | null {
  const { state, myAnswer } = introduction;
  const other = otherPerson(introduction, viewerId)?.firstName;
  const introduced = isIntroduced(introduction, viewerId);
  switch (state) {
    case "accepted":
      if (!introduced) return t`Both accepted.`;
      return other === undefined
        ? t`You and the other person accepted.`
        : t`You and ${other} accepted.`;
    case "declined":
      if (myAnswer === "declined") return t`You declined.`;
      return t`This introduction did not come about.`;
    case "expired":
      return t`This introduction expired without an answer.`;
    case "pending":
      if (!introduced) return t`Waiting for their answers.`;
      if (myAnswer !== "accepted") return null;
      return other === undefined
        ? t`You accepted. Waiting for the other person.`
        : t`You accepted. Waiting for ${other}.`;
  }
}
