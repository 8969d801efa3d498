import { deviceStorage } from "./device-storage.ts";
import { recoveryKeys, recoveryParams } from "./keys.ts";

/** How long the flags of a fault apply. A disabled worker returns after it. */
export const FAULT_WINDOW_MS = 5 * 60_000;

/** True if the page was opened with a flag in its address; a reload without the flag ends it. */
let disabledByAddress = hasFlag(location.search);

function hasFlag(search: string): boolean {
  const query = new URLSearchParams(search);
  return [recoveryParams.safeMode, recoveryParams.disableWorker].some(
    (name) => query.get(name) === "true",
  );
}

/** Applies the flags of an address; returns true if it disables the service worker. */
export function applyAddressFlags(search: string): boolean {
  disabledByAddress = hasFlag(search);
  if (disabledByAddress) disableWorkerOnDevice();
  return disabledByAddress;
}

/** True if no service worker may be registered: by a flag of the address or of the device. */
export function isWorkerDisabled(): boolean {
  return (
    disabledByAddress ||
    (deviceStorage.read(recoveryKeys.workerDisabled) === "true" && isWithinFaultWindow())
  );
}

/** True if a full reset began within the last five minutes and has not finished. */
export function hasUnfinishedReset(): boolean {
  return deviceStorage.read(recoveryKeys.connectionFault) === "true" && isWithinFaultWindow();
}

/** Records the beginning of a full reset. */
export function recordConnectionFault(): void {
  deviceStorage.write(recoveryKeys.connectionFault, "true");
  disableWorkerOnDevice();
}

/** Records the end of a full reset. The worker stays disabled until the window has passed. */
export function recordResetDone(): void {
  deviceStorage.remove(recoveryKeys.connectionFault);
}

/** Removes the flags of a fault. */
export function clearRecoveryFlags(): void {
  const { connectionFault, workerDisabled, workerDisabledAt } = recoveryKeys;
  deviceStorage.remove(connectionFault, workerDisabled, workerDisabledAt);
}

function disableWorkerOnDevice(): void {
  deviceStorage.write(recoveryKeys.workerDisabled, "true");
  deviceStorage.writeTime(recoveryKeys.workerDisabledAt);
}

function isWithinFaultWindow(): boolean {
  const at = deviceStorage.readTime(recoveryKeys.workerDisabledAt);
  return at !== null && Date.now() - at < FAULT_WINDOW_MS;
}
