import { t } from "@lingui/core/macro";
import type { Domain } from "../types.ts";
import { formatDuration } from "../labels.ts";

/** The times of the last and the next DNS check, and of the end of checking. */
export function checkLabel(domain: Domain, now: number): string {
  const { checkedAt, nextCheckAt, givesUpAt } = domain;
  const parts = [
    checkedAt === null
      ? t`Not checked yet`
      : t`Checked ${{ time: formatDuration(checkedAt, now) }} ago`,
    nextCheckAt !== null &&
      (Date.parse(nextCheckAt) <= now
        ? t`next check now`
        : t`next check in ${{ time: formatDuration(nextCheckAt, now) }}`),
    givesUpAt !== null &&
      Date.parse(givesUpAt) > now &&
      t`checks continue for ${{ time: formatDuration(givesUpAt, now) }}`,
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
