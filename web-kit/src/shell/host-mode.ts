/**
 * The edge serves the portal build on a portal's host. The main build runs there only in
 * development, where the other build has its own port, or from a browser cache that predates the
 * portal. In both cases the page is requested again once.
 */

const developmentPort = "3001";
const ATTEMPT_STORAGE_KEY = "guildhall.other-build";
// An earlier request would cause a reload loop.
const pauseMs = 60_000;

/**
 * The URL of the portal build with the same path, query and hash; null if this is not a portal's
 * host.
 */
export function portalBuildUrl(mode: "main" | "whitelabel", here: string): string | null {
  if (mode === "main") return null;
  const url = new URL(here);
  const isLocal = url.hostname.endsWith(".localhost") && url.hostname.split(".").length > 1;
  if (isLocal) url.port = developmentPort;
  return url.href;
}

/** True if requesting `address` may help: a URL requested a moment ago returns the same again. */
export function canRedirectTo(address: string, here: string, now = Date.now()): boolean {
  if (new URL(address).host !== new URL(here).host) return true;
  const last = Number(sessionStorage.getItem(ATTEMPT_STORAGE_KEY) ?? 0);
  if (now - last < pauseMs) return false;
  sessionStorage.setItem(ATTEMPT_STORAGE_KEY, String(now));
  return true;
}
