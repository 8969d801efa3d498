/** Names of the Web Locks that pages and the worker share. */
export const lockNames = {
  /** Held while the queue is being sent. */
  queue: "guildhall-queue",
  /** Shared while data is being stored, exclusive while it is being deleted. */
  data: "guildhall-offline-data",
  /** Held while a request is being sent. */
  request: (key: string) => `guildhall-request/${key}`,
};

/** Names in use on a browser without Web Locks, where each page only coordinates with itself. */
const inUse = new Set<string>();

/** Runs `work` while holding a lock. */
export async function withLock<Result>(
  name: string,
  work: () => Promise<Result>,
  mode: LockMode = "exclusive",
): Promise<Result> {
  const locks = lockManager();
  return locks === null ? work() : locks.request(name, { mode }, work);
}

/** Runs `work` if the lock is free; otherwise resolves to `otherwise`. */
export async function withLockIfFree<Result>(
  name: string,
  work: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  const locks = lockManager();
  if (locks !== null) {
    return locks.request(name, { ifAvailable: true }, (lock) =>
      lock === null ? otherwise : work(),
    );
  }
  if (inUse.has(name)) return otherwise;
  inUse.add(name);
  try {
    return await work();
  } finally {
    inUse.delete(name);
  }
}

/** Null outside of secure contexts. */
function lockManager(): LockManager | null {
  return "locks" in navigator ? navigator.locks : null;
}
