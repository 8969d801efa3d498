/** Local storage key: whose push subscription this browser has. */
const STORAGE_KEY = "guildhall.push";

/** The push subscription of this browser, as the server knows it. */
export interface PushRecord {
  userId: string;
  /** The server's id of the subscription. */
  id: string;
}

export function readPushRecord(): PushRecord | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const userId: unknown = Reflect.get(value, "userId");
    const id: unknown = Reflect.get(value, "id");
    return typeof userId === "string" && typeof id === "string" ? { userId, id } : null;
  } catch {
    return null;
  }
}

/** Stores the subscription; null deletes it. */
export function writePushRecord(record: PushRecord | null): void {
  try {
    if (record === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(record));
  } catch {
    // Storage is blocked: the settings show this device as one without push.
  }
}
