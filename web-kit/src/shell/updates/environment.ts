import type { Boot } from "../../api/types.ts";

/**
 * The environment in the names of update keys: main-prod or main-dev on the main site, and
 * a name of its own for each portal (P-19).
 */
export function updateEnvironment(boot: Boot, hostname = location.hostname): string {
  const stage = isLocal(hostname) ? "dev" : "prod";
  return boot.portal === null ? `main-${stage}` : `portal-${boot.portal.subdomain}-${stage}`;
}

function isLocal(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1";
}

/** Local storage keys of update prompts on iOS; each holds a time in milliseconds. */
export interface UpdateKeys {
  dismissed: string;
  refreshed: string;
  forcedCheck: string;
  reminder: string;
  check: string;
}

export function updateKeys(environment: string): UpdateKeys {
  return {
    dismissed: `${environment}-update-dismissed`,
    refreshed: `${environment}-update-refresh-initiated`,
    forcedCheck: `${environment}-last-ios-force-check`,
    reminder: `${environment}-update-reminder`,
    check: `${environment}-last-ios-update-check`,
  };
}
