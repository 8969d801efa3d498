import { plural, t } from "@lingui/core/macro";
import type { AffiliationState } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";

/** Labels and tones of an affiliation's states. */
export const STATES: Readonly<Record<AffiliationState, { label: string; tone: BadgeTone }>> = {
  listed: { label: t`Listed`, tone: "success" },
  private: { label: t`Private`, tone: "line" },
  paused: { label: t`Paused`, tone: "warning" },
  unapproved: { label: t`Not approved`, tone: "info" },
  merged: { label: t`Merged`, tone: "neutral" },
};

/** The filters of the list in their order; an empty value shows all but the merged ones. */
export const STATE_FILTERS: readonly { value: AffiliationState | ""; label: string }[] = [
  { value: "", label: t`All` },
  { value: "listed", label: STATES.listed.label },
  { value: "private", label: STATES.private.label },
  { value: "paused", label: STATES.paused.label },
  { value: "unapproved", label: STATES.unapproved.label },
  { value: "merged", label: STATES.merged.label },
];

export const memberCountText = (count: number): string =>
  plural(count, { one: "# member", other: "# members" });
