import type {
  BulkInvitation,
  BulkOutcome,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";

/** The server's maximum number of rows in one list. */
export const ROWS_MAX = 500;

/** The addresses in a text: one per line, or separated by commas, semicolons or spaces. */
export function addressesIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter((address) => address !== "");
}

export const OUTCOME_LABELS: Readonly<Record<BulkOutcome, string>> = {
  invited: "Invited",
  mailed: "Invited by email",
  "already-member": "Already a member",
  "already-invited": "Already invited",
  duplicate: "Listed twice",
  invalid: "Invalid address",
  unavailable: "Cannot be invited",
};

export const isProblem = (outcome: BulkOutcome): boolean =>
  outcome === "invalid" || outcome === "unavailable";

const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`;

/** The result of a run, or the expected result of a dry run. */
export function summaryOf({ dryRun, invited, mailed, skipped }: BulkInvitation): string {
  const parts = [
    `${count(invited, "member", "members")} of the network invited`,
    `${count(mailed, "email", "emails")} sent to new people`,
    `${count(skipped, "row", "rows")} skipped`,
  ].join(", ");
  return dryRun ? `Check: ${parts}. Nothing was sent yet.` : `Done: ${parts}.`;
}
