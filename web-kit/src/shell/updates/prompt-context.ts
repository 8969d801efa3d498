import type { InstallContext } from "../install/install-context.ts";

/** Where this page runs. */
export interface PromptContext {
  isMobile: boolean;
  isNative: boolean;
  isInstalled: boolean;
  host: string;
  /** The host of the main site. */
  mainHost: string;
  /** Null if the device has no installed app of this site. */
  installed: InstallContext | null;
}

/**
 * Update prompts appear on mobile, in the native wrapper and in installed apps; an app that was
 * installed from another site is updated there (A-264, P-19).
 */
export function mayPromptForUpdate(context: PromptContext): boolean {
  const { isMobile, isNative, isInstalled, installed, host, mainHost } = context;
  if (!isMobile && !isNative && !isInstalled) return false;
  if (installed === null || installed.domain === host) return true;
  return installed.isMainApp && host === mainHost;
}
