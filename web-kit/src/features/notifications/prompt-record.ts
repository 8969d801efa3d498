/** Local storage key: how often a member saw unread items, and whether they declined push. */
const STORAGE_KEY = "guildhall.push-prompt";

interface PromptRecord {
  userId: string;
  /** Visits of the activity centre with unread items. */
  visits: number;
  isDeclined: boolean;
}

/** The record of this member on this device. */
export function readPromptRecord(userId: string): PromptRecord {
  const none = { userId, visits: 0, isDeclined: false };
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
    if (typeof value !== "object" || value === null) return none;
    if (Reflect.get(value, "userId") !== userId) return none;
    const visits = Number(Reflect.get(value, "visits"));
    return { userId, visits, isDeclined: Reflect.get(value, "isDeclined") === true };
  } catch {
    return none;
  }
}

export function writePromptRecord(record: PromptRecord): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(record));
  } catch {
    // Storage is blocked: the prompt never appears.
  }
}
