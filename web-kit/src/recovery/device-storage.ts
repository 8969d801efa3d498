/** Local storage that may be blocked or full: reads then return null, and writes do nothing. */
export const deviceStorage = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Storage is blocked or full.
    }
  },

  remove(...keys: string[]): void {
    try {
      for (const key of keys) localStorage.removeItem(key);
    } catch {
      // Storage is blocked: there is nothing to remove.
    }
  },

  /** A stored time in milliseconds since the epoch; null if there is none. */
  readTime(key: string): number | null {
    const value = deviceStorage.read(key);
    const time = Number(value);
    return value === null || value === "" || !Number.isFinite(time) ? null : time;
  },

  writeTime(key: string, time = Date.now()): void {
    deviceStorage.write(key, String(time));
  },
};
