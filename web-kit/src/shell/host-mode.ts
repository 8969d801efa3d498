/**
 * The edge serves a portal's host with the portal's build, so the main build finds itself there only
 * in development, where the other build has a port of its own, or when it was kept from before the
 * portal opened. Then the same address is asked for anew, once.
 */

const developmentPort = "3001";
const triedKey = "guildhall.other-build";
// Asked again sooner than this it would be a circle.
const pauseMs = 60_000;

/** The address of the portal's build, with path, query and hash; null when this is no portal's host. */
export function portalBuildAddress(mode: "main" | "whitelabel", here: string): string | null {
  if (mode === "main") return null;
  const url = new URL(here);
  const isLocal = url.hostname.endsWith(".localhost") && url.hostname.split(".").length > 1;
  if (isLocal) url.port = developmentPort;
  return url.href;
}

/** Whether asking for `address` may help: an address that was just asked for answers the same again. */
export function mayLeaveFor(address: string, here: string, now = Date.now()): boolean {
  if (new URL(address).host !== new URL(here).host) return true;
  const last = Number(sessionStorage.getItem(triedKey) ?? 0);
  if (now - last < pauseMs) return false;
  sessionStorage.setItem(triedKey, String(now));
  return true;
}
