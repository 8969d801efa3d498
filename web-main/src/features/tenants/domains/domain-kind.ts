import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import type { Domain } from "../types.ts";

/** A one-line description of an address. */
export function domainKindLabel(domain: Domain): string {
  const { kind, isPrimary, addedAt, state, quarantinedUntil, partner } = domain;
  if (kind === "platform") {
    return isPrimary ? "Primary, portal address, always on" : "Portal address, always on";
  }
  if (state === "released" && quarantinedUntil !== null) {
    return `Released, reserved until ${formatMoment(quarantinedUntil)}`;
  }
  const own = isPrimary
    ? "Primary, custom domain"
    : `Custom domain, added ${formatMoment(addedAt)}`;
  return partner === null ? own : `${own}, with ${partner}`;
}
