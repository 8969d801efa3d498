import { t } from "@lingui/core/macro";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import type { Domain } from "../types.ts";

/** A one-line description of an address. */
export function domainKindLabel(domain: Domain): string {
  const { kind, isPrimary, addedAt, state, quarantinedUntil, partner } = domain;
  if (kind === "platform") {
    return isPrimary ? t`Primary, portal address, always on` : t`Portal address, always on`;
  }
  if (state === "released" && quarantinedUntil !== null) {
    return t`Released, reserved until ${{ date: formatMoment(quarantinedUntil) }}`;
  }
  const own = isPrimary
    ? t`Primary, custom domain`
    : t`Custom domain, added ${{ date: formatMoment(addedAt) }}`;
  return partner === null ? own : t`${{ description: own }}, with ${partner}`;
}
