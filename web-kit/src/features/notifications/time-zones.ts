/** The time zone of the browser. */
import { t } from "@lingui/core/macro";
export function deviceTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface TimeZoneRegion {
  name: string;
  zones: { zone: string; label: string }[];
}

/** All time zones by region, with these as well if the browser does not list them. */
export function timeZoneRegions(...also: readonly string[]): TimeZoneRegion[] {
  const zones = new Set([...Intl.supportedValuesOf("timeZone"), ...also, "UTC"]);
  const names = regionNames();
  const regions = new Map<string, TimeZoneRegion>();
  for (const zone of [...zones].toSorted()) {
    const [first = zone, ...rest] = zone.split("/");
    const name = rest.length === 0 ? names.other : (names[first] ?? first);
    const region = regions.get(name) ?? { name, zones: [] };
    region.zones.push({ zone, label: zoneLabel(rest.length === 0 ? [first] : rest) });
    regions.set(name, region);
  }
  return [...regions.values()];
}

/** "America/Argentina/Buenos_Aires" below "America" is "Argentina, Buenos Aires". */
function zoneLabel(parts: readonly string[]): string {
  return parts.join(", ").replaceAll("_", " ");
}

/** "Europe/Berlin" as "Berlin, Europe". */
export function zoneName(zone: string): string {
  const [first = zone, ...rest] = zone.split("/");
  return rest.length === 0 ? first : `${zoneLabel(rest)}, ${regionNames()[first] ?? first}`;
}

/** The regions in the page's language. Cities keep the names of the time zone database. */
function regionNames(): Record<string, string> & { other: string } {
  return {
    Africa: t`Africa`,
    America: t`America`,
    Antarctica: t`Antarctica`,
    Arctic: t`Arctic`,
    Asia: t`Asia`,
    Atlantic: t({ message: "Atlantic", context: "region" }),
    Australia: t`Australia`,
    Europe: t`Europe`,
    Indian: t({ message: "Indian", context: "region: the Indian Ocean" }),
    Pacific: t({ message: "Pacific", context: "region" }),
    other: t({ message: "Other", context: "time zones" }),
  };
}
