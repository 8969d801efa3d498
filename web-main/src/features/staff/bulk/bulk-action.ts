import { t } from "@lingui/core/macro";
import type { BulkOutcome } from "@guildhall/web-kit/api/staff-role-types.ts";

/** An action that can be applied to several rows at once. */
export interface BulkAction<Action extends string = string> {
  action: Action;
  label: string;
  /** Title of the dialog, such as "Decline 3 entries". */
  title: (count: number) => string;
  /** The consequences. */
  text: string;
  danger?: boolean;
  /** False if the action needs no reason; then the dialog does not ask for one. */
  asksReason?: boolean;
  reasonRequired?: boolean;
}

/** The summary above the outcomes. */
export function outcomeSummary(outcomes: readonly BulkOutcome[]): string {
  const done = outcomes.filter(({ ok }) => ok).length;
  const failed = outcomes.length - done;
  if (failed === 0) return t`All ${done} done.`;
  return done === 0 ? t`None of ${failed} done.` : t`${done} done, ${failed} failed.`;
}
