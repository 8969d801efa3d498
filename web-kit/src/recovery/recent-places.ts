import { deviceStorage } from "./device-storage.ts";

/** A community, thread, conversation or person that the member opened in this browser. */
export interface RecentPlace {
  kind: "community" | "thread" | "conversation" | "person";
  path: string;
  label: string;
  /** Text beside the label, such as a thread's community. */
  about: string | null;
}

/** Local storage key before the account's id. Deleted on sign-out and by a hard refresh. */
const PREFIX = "gh-recent/";
const KEPT_MAX = 20;

/** The member's recent places, the latest first. */
export function recentPlaces(viewerId: string): readonly RecentPlace[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.read(PREFIX + viewerId) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

/** Puts a place first. */
export function recordPlace(viewerId: string, place: RecentPlace): void {
  const others = recentPlaces(viewerId).filter(({ path }) => path !== place.path);
  store(viewerId, [place, ...others].slice(0, KEPT_MAX));
}

/** Removes a place that the member can no longer open. */
export function dropPlace(viewerId: string, path: string): void {
  const places = recentPlaces(viewerId);
  const rest = places.filter((place) => place.path !== path);
  if (rest.length < places.length) store(viewerId, rest);
}

export function deleteRecentPlaces(viewerId: string): void {
  deviceStorage.remove(PREFIX + viewerId);
}

function store(viewerId: string, places: readonly RecentPlace[]): void {
  deviceStorage.write(PREFIX + viewerId, JSON.stringify(places));
}

const KINDS: ReadonlySet<unknown> = new Set(["community", "thread", "conversation", "person"]);

function isPlace(stored: unknown): stored is RecentPlace {
  if (typeof stored !== "object" || stored === null) return false;
  const about: unknown = Reflect.get(stored, "about");
  const path: unknown = Reflect.get(stored, "path");
  return (
    KINDS.has(Reflect.get(stored, "kind")) &&
    typeof Reflect.get(stored, "label") === "string" &&
    (about === null || typeof about === "string") &&
    typeof path === "string" &&
    /^\/[^/]/.test(path)
  );
}
