import { plural, t } from "@lingui/core/macro";
import { formatList, locale } from "../../language/format.ts";
import { formatDate } from "../../ui/time.ts";
import type { Cord, Strand, StrandType } from "./contract.ts";

export const STRAND_LABELS: Record<StrandType, string> = {
  interaction: t`Interaction`,
  trust: t`Trust`,
  association: t`Association`,
  weave: t`Weave`,
  temporal: t`Temporal`,
  behavioral: t`Behavioural`,
  professional: t`Professional`,
  social: t`Social`,
  support: t({ message: "Support", context: "strand of a cord" }),
};

/** A cord is active from this total strength on (C-104). */
export const ACTIVE_FROM = 20;

const oneDecimal = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 });

/** "71" or "4.6". */
export const formatStrength = (strength: number) => oneDecimal.format(strength);

/** "Fades on 3 March 2027 without activity". */
export function fadeLabel({ halfLifeDays, fadesAt }: Strand): string {
  if (halfLifeDays === null) return t`Does not fade`;
  if (fadesAt === null) return t`Fades without activity`;
  const date = formatDate(fadesAt);
  return t`Fades on ${date} without activity`;
}

/** The share of a strand's cap that is reached, from 0 to 1. */
export function fillOf({ strength, cap }: Pick<Strand, "strength" | "cap">): number {
  return cap <= 0 ? 0 : Math.min(1, Math.max(0, strength / cap));
}

/** "3 communities, 1 trust circle"; null if there is none. */
export function commonCommunitiesLabel({ communities }: Cord["common"]): string | null {
  const circles = communities.filter(({ groupType }) => groupType === "trust-circle").length;
  const plain = communities.length - circles;
  const parts = [
    plain > 0 && plural(plain, { one: "# community", other: "# communities" }),
    circles > 0 && plural(circles, { one: "# trust circle", other: "# trust circles" }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : formatList(parts, "unit");
}
