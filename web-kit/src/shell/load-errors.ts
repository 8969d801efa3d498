const LOAD_ERROR_PATTERNS = [
  "failed to fetch",
  "loading chunk",
  "loading css chunk",
  "dynamically imported module",
  "error loading dynamically",
  "importing a module script failed",
  "unable to preload css",
  "network error",
];

/** True if a chunk could not be loaded, for example because a new release removed the old files. */
export function isLoadError(error: unknown): boolean {
  if (!(error instanceof Error) || error.name === "ProblemError") return false;
  const words = error.message.toLowerCase();
  return (
    error.name === "ChunkLoadError" || LOAD_ERROR_PATTERNS.some((sign) => words.includes(sign))
  );
}

/** Reloads the page after deleting its caches, service workers and storage. */
export async function hardRefresh(): Promise<void> {
  const names = "caches" in window ? await caches.keys().catch(() => []) : [];
  await Promise.allSettled(names.map((name) => caches.delete(name)));
  if ("serviceWorker" in navigator) {
    const workers = await navigator.serviceWorker.getRegistrations().catch(() => []);
    await Promise.allSettled(workers.map((worker) => worker.unregister()));
  }
  localStorage.clear();
  sessionStorage.clear();
  location.reload();
}
