/** The values of one figure for 14 days, oldest first. */
import { t } from "@lingui/core/macro";
export interface Trend {
  name: string;
  /** The counted things, as within a sentence. */
  unit: string;
  values: readonly number[];
  /** True if days must not be added up, because the same people are counted on several of them. */
  isAverage?: boolean;
}

const WEEK_DAYS = 7;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function weekOf({ values, isAverage }: Trend, days: readonly number[]): number {
  if (isAverage !== true) return sum(days);
  return values.length === 0 ? 0 : Math.round(sum(days) / WEEK_DAYS);
}

/** The last seven days: their total, or their average for people. */
export function weekTotal(trend: Trend): number {
  return weekOf(trend, trend.values.slice(-WEEK_DAYS));
}

/** The comparison with the seven days before. */
export function trendChange(trend: Trend): string {
  const before = weekOf(trend, trend.values.slice(-2 * WEEK_DAYS, -WEEK_DAYS));
  const difference = weekTotal(trend) - before;
  if (difference === 0) return t`as in the week before`;
  const change = `${difference > 0 ? "+" : "−"}${Math.abs(difference)}`;
  return t`${change} from ${before} in the week before`;
}

/** The text alternative of the line. */
export function trendLabel({ unit, values }: Trend): string {
  const first = values[0] ?? 0;
  const last = values.at(-1) ?? 0;
  const least = Math.min(...values);
  const most = Math.max(...values);
  return t`From ${first} to ${last} ${unit} a day in ${{ days: values.length }} days, between ${least} and ${most}`;
}
