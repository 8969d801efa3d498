const key = "guildhall.return-path";

interface Remembered {
  path: string;
  /** Null while nobody was signed in: whoever signs in next in this tab goes there. */
  userId: string | null;
}

// Coming back to one of these would only start the way in again.
const waysIn = [
  "/login",
  "/signup",
  "/verify-email",
  "/welcome",
  "/access-paused",
  "/transfer",
  "/home",
];

/** The router, as far as the return path needs it. */
interface Places {
  state: { location: { hash: string }; navigation: { location?: { hash: string } | undefined } };
}

let places: Places | null = null;

/** A loader's request has no hash: that of the page being opened is read from the router. */
export function followPlaces(router: Places): void {
  places = router;
}

/** The whole address of the page that a guard is asked about. */
export function wantedPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const opening = places?.state.navigation.location ?? places?.state.location;
  return pathname + search + (opening?.hash ?? "");
}

/** Keeps where a member wanted to go until the way is free. */
export function rememberPath(path: string, userId: string | null): void {
  if (!isWorthKeeping(path)) return;
  write({ path, userId });
}

/** Where to go now, once: a path kept for somebody else is forgotten. */
export function takePath(userId: string): string | null {
  const remembered = read();
  forgetPath();
  if (remembered === null) return null;
  if (remembered.userId !== null && remembered.userId !== userId) return null;
  return isWorthKeeping(remembered.path) ? remembered.path : null;
}

export function forgetPath(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** Whether a page is part of the way in: a member has no business there. */
export function leadsIn(path: string): boolean {
  const place = path.split(/[?#]/, 1)[0] ?? "";
  return waysIn.some((way) => place === way || place.startsWith(`${way}/`));
}

function isWorthKeeping(path: string): boolean {
  // "//host" and "/\host" would leave this site.
  if (!/^\/(?![/\\])/.test(path) || path === "/") return false;
  return !leadsIn(path);
}

function write(remembered: Remembered) {
  try {
    sessionStorage.setItem(key, JSON.stringify(remembered));
  } catch {
    // Without it the member starts from their communities.
  }
}

function read(): Remembered | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const path: unknown = Reflect.get(value, "path");
    const userId: unknown = Reflect.get(value, "userId");
    if (typeof path !== "string") return null;
    return { path, userId: typeof userId === "string" ? userId : null };
  } catch {
    return null;
  }
}
