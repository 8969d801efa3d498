import { plural, t } from "@lingui/core/macro";

/** The available time ranges with their labels. */
export const periods = [
  { value: "4", label: t`4 weeks` },
  { value: "12", label: t`12 weeks` },
  { value: "52", label: t`12 months` },
] as const;

export type Period = (typeof periods)[number]["value"];

/** The selected time range and portal. */
export interface UsageSelection {
  span: Period;
  /** Only activity on this affiliation's portal; null for the whole network. */
  affiliationId: string | null;
}

const DEFAULT_PERIOD: Period = "12";

/** The selection is kept in the address, so that it can be shared. */
export function parseSelection(search: URLSearchParams): UsageSelection {
  const requested = periods.find(({ value }) => value === search.get("weeks"));
  return { span: requested?.value ?? DEFAULT_PERIOD, affiliationId: search.get("affiliation") };
}

export function toSearchParams({ span, affiliationId }: UsageSelection): URLSearchParams {
  const search = new URLSearchParams();
  if (affiliationId !== null) search.set("affiliation", affiliationId);
  if (span !== DEFAULT_PERIOD) search.set("weeks", span);
  return search;
}

/** The label of a range, for example "12 weeks". */
export function periodLabel(weeks: number): string {
  return periods.find(({ value }) => value === String(weeks))?.label ?? weeksLabel(weeks);
}

const weeksLabel = (weeks: number) => plural(weeks, { one: "# week", other: "# weeks" });

/** Names the range before the displayed one, after a change: "against the 12 weeks before". */
export function beforeLabel(weeks: number): string {
  if (weeks === 52) return t`against the 12 months before`;
  return plural(weeks, {
    one: "against the # weeks before",
    other: "against the # weeks before",
  });
}
