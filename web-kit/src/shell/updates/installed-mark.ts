/** Tab storage: an update was installed, and the page is being reloaded. */
const STORAGE_KEY = "guildhall.update-installed";

interface InstalledMark {
  from: string | null;
  /** Null if the installation was forced while no update was known. */
  to: string | null;
}

export function recordInstalled(from: string | null, to: string | null): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ from, to } satisfies InstalledMark));
  } catch {
    // Storage is blocked: the reloaded page shows no result.
  }
}

/** The result of the installation before this page; null if there was none. */
export function finishedUpdate(loaded: string | null): "complete" | "failed" | null {
  try {
    const mark: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
    sessionStorage.removeItem(STORAGE_KEY);
    if (typeof mark !== "object" || mark === null) return null;
    const from: unknown = Reflect.get(mark, "from");
    const to: unknown = Reflect.get(mark, "to");
    const isOldPage = loaded === from && to !== null && to !== from;
    return isOldPage ? "failed" : "complete";
  } catch {
    return null;
  }
}
