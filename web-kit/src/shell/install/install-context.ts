import type { Boot } from "../../api/types.ts";
import { deviceStorage } from "../../recovery/device-storage.ts";

/** From which site the app was installed (F-140, P-19). */
export interface InstallContext {
  domain: string;
  /** When it was installed, in milliseconds since the epoch. */
  timestamp: number;
  isMainApp: boolean;
  affiliationId: string | null;
  affiliationName: string | null;
}

export const INSTALL_CONTEXT_KEY = "install-context";

/** Stores the context of an installation on this site. */
export function storeInstallContext({ portal }: Boot): void {
  const context: InstallContext = {
    domain: location.host,
    timestamp: Date.now(),
    isMainApp: portal === null,
    affiliationId: portal?.affiliationId ?? null,
    affiliationName: portal?.affiliationName ?? null,
  };
  deviceStorage.write(INSTALL_CONTEXT_KEY, JSON.stringify(context));
}

export function loadInstallContext(): InstallContext | null {
  try {
    const stored: unknown = JSON.parse(deviceStorage.read(INSTALL_CONTEXT_KEY) ?? "null");
    return isInstallContext(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isInstallContext(stored: unknown): stored is InstallContext {
  if (typeof stored !== "object" || stored === null) return false;
  return (
    typeof Reflect.get(stored, "domain") === "string" &&
    typeof Reflect.get(stored, "timestamp") === "number" &&
    typeof Reflect.get(stored, "isMainApp") === "boolean"
  );
}
