import type { Domain } from "../types.ts";
import { span } from "../words.ts";

/** The times of the last and the next DNS check, and of the end of checking. */
export function checkWords(domain: Domain, now: number): string {
  const { checkedAt, nextCheckAt, givesUpAt } = domain;
  const parts = [
    checkedAt === null ? "Not checked yet" : `Checked ${span(checkedAt, now)} ago`,
    nextCheckAt !== null &&
      (Date.parse(nextCheckAt) <= now
        ? "next check now"
        : `next check in ${span(nextCheckAt, now)}`),
    givesUpAt !== null &&
      Date.parse(givesUpAt) > now &&
      `checks continue for ${span(givesUpAt, now)}`,
  ];
  return parts.filter((part) => part !== false).join(" · ");
}
