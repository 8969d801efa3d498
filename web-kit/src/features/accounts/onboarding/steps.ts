import type { LegalKey, Me } from "../../../api/types.ts";

/** The four steps, in order; the first has no document. */
export const steps = [
  { key: null },
  { key: "terms-of-service" },
  { key: "community-guidelines" },
  { key: "privacy-policy" },
] as const satisfies readonly { key: LegalKey | null }[];

/** The documents in the order of their steps. */
export const documentSteps: readonly LegalKey[] = steps.flatMap(({ key }) => key ?? []);

export type Agreements = Record<LegalKey, boolean>;

/** What the member agreed to on an earlier visit need not be read again. */
export function existingAgreements(me: Me): Agreements {
  const { needsTerms, needsGuidelines, needsPrivacy } = me.onboarding;
  return {
    "terms-of-service": !needsTerms,
    "community-guidelines": !needsGuidelines,
    "privacy-policy": !needsPrivacy,
  };
}

// The end counts as reached a little before it: fractions of a pixel must not lock anyone out.
const END_TOLERANCE_PX = 5;

export interface ReadingProgress {
  /** 0 to 1, for the bar and the chip. */
  progress: number;
  atEnd: boolean;
}

export function readingProgress(box: {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}): ReadingProgress {
  const rest = box.scrollHeight - box.clientHeight - box.scrollTop;
  const length = box.scrollHeight - box.clientHeight;
  const atEnd = rest <= END_TOLERANCE_PX;
  return { progress: atEnd || length <= 0 ? 1 : Math.max(0, box.scrollTop / length), atEnd };
}
