import type { AffiliationState } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";

/** Labels and tones of an affiliation's states. */
export const STATES: Readonly<Record<AffiliationState, { label: string; tone: BadgeTone }>> = {
  listed: { label: "Listed", tone: "success" },
  private: { label: "Private", tone: "line" },
  paused: { label: "Paused", tone: "warning" },
  unapproved: { label: "Not approved", tone: "info" },
  merged: { label: "Merged", tone: "neutral" },
};

/** The filters of the list in their order; an empty value shows all but the merged ones. */
export const STATE_FILTERS: readonly { value: AffiliationState | ""; label: string }[] = [
  { value: "", label: "All" },
  { value: "listed", label: STATES.listed.label },
  { value: "private", label: STATES.private.label },
  { value: "paused", label: STATES.paused.label },
  { value: "unapproved", label: STATES.unapproved.label },
  { value: "merged", label: STATES.merged.label },
];

export const memberCountText = (count: number): string =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? "member" : "members"}`;
