import { t } from "@lingui/core/macro";
import { locale } from "../language/format.ts";
import { once } from "../language/once.ts";

/** A badge's count, limited to the cap. */
export function shortCount(value: number, cap = 99): string {
  return value > cap ? `${cap}+` : String(value);
}

const decimal = once(() => new Intl.NumberFormat(locale(), { useGrouping: false }));

/** A count in running text: 999, then 1k, 1.2k. */
export function roundCount(value: number): string {
  if (value < 1000) return String(value);
  const tenths = Math.floor(value / 100) / 10;
  const thousands = decimal().format(tenths >= 100 ? Math.floor(tenths) : tenths);
  return t`${thousands}k`;
}
