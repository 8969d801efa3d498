import { plural, t } from "@lingui/core/macro";
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
  invited: t`Invited`,
  "already-member": t`Already a member`,
  duplicate: t`Listed twice`,
  invalid: t`Invalid address`,
};

export const isProblem = (outcome: BulkOutcome): boolean => outcome === "invalid";

/** The result of a run, or the expected result of a dry run. */
export function summaryOf({ dryRun, invited, skipped }: BulkInvitation): string {
  if (dryRun) {
    return t`Check: ${plural(invited, { one: "# invitation", other: "# invitations" })} to send, ${plural(skipped, { one: "# row skipped", other: "# rows skipped" })}. Nothing was sent yet.`;
  }
  return t`Done: ${plural(invited, { one: "# invitation", other: "# invitations" })} sent, ${plural(skipped, { one: "# row skipped", other: "# rows skipped" })}.`;
}
