const STORAGE_KEY = "guildhall.return-path";

interface StoredPath {
  path: string;
  /** Null if stored by a visitor; then it applies to the next user who signs in in this tab. */
  userId: string | null;
}

// Returning to one of these would only restart the sign-in.
const SIGN_IN_PATHS = [
  "/login",
  "/signup",
  "/verify-email",
  "/welcome",
  "/access-paused",
  "/transfer",
  "/home",
];

/** The part of the router that the return path needs. */
interface RouterLocation {
  state: { location: { hash: string }; navigation: { location?: { hash: string } | undefined } };
}

let currentRouter: RouterLocation | null = null;

/** A loader's request has no hash, so the router supplies that of the page being opened. */
export function trackNavigation(router: RouterLocation): void {
  currentRouter = router;
}

/** The full address of the page that a guard checks. */
export function requestedPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const opening = currentRouter?.state.navigation.location ?? currentRouter?.state.location;
  return pathname + search + (opening?.hash ?? "");
}

/** Stores the member's destination until the guards let them through. */
export function rememberReturnPath(path: string, userId: string | null): void {
  if (!isStorablePath(path)) return;
  write({ path, userId });
}

/** Returns the stored destination and removes it; a path stored for another user is discarded. */
export function takeReturnPath(userId: string): string | null {
  const remembered = read();
  clearReturnPath();
  if (remembered === null) return null;
  if (remembered.userId !== null && remembered.userId !== userId) return null;
  return isStorablePath(remembered.path) ? remembered.path : null;
}

export function clearReturnPath(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** True for the sign-in and sign-up pages, which members do not need. */
export function isSignInPath(path: string): boolean {
  const place = path.split(/[?#]/, 1)[0] ?? "";
  return SIGN_IN_PATHS.some((way) => place === way || place.startsWith(`${way}/`));
}

function isStorablePath(path: string): boolean {
  // "//host" and "/\host" would leave this site.
  if (!/^\/(?![/\\])/.test(path) || path === "/") return false;
  return !isSignInPath(path);
}

function write(remembered: StoredPath) {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(remembered));
  } catch {
    // Storage is blocked: the member starts at their communities.
  }
}

function read(): StoredPath | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const path: unknown = Reflect.get(value, "path");
    const userId: unknown = Reflect.get(value, "userId");
    if (typeof path !== "string") return null;
    return { path, userId: typeof userId === "string" ? userId : null };
  } catch {
    return null;
  }
}
