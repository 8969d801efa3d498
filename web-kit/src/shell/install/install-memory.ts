import { deviceStorage } from "../../recovery/device-storage.ts";

const HOUR = 60 * 60_000;

/** How long the device remembers an answer (F-139). */
export const MEMORY_MS = {
  dismissed: 24 * HOUR,
  manualDismissed: 12 * HOUR,
  completed: 30 * 24 * HOUR,
  openDismissed: HOUR,
};
export type InstallAnswer = keyof typeof MEMORY_MS;

const KEYS: Record<InstallAnswer, string> = {
  dismissed: "install-prompt-dismissed",
  manualDismissed: "install-manual-dismissed",
  completed: "install-completed",
  openDismissed: "open-in-app-dismissed",
};

export function rememberAnswer(answer: InstallAnswer): void {
  deviceStorage.writeTime(KEYS[answer]);
}

export function isRemembered(answer: InstallAnswer): boolean {
  const at = deviceStorage.readTime(KEYS[answer]);
  return at !== null && Date.now() - at < MEMORY_MS[answer];
}
