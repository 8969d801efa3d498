/** Unregisters the service workers of this origin. Another site's worker is never affected (P-20). */
export async function unregisterWorkers(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const workers = await navigator.serviceWorker.getRegistrations().catch(() => []);
  await Promise.allSettled(workers.map((worker) => worker.unregister()));
}

/**
 * Deletes the caches of this origin. Drafts and queued requests are in other storage, so that a
 * fault of the connection never loses what a member wrote.
 */
export async function clearCaches(): Promise<void> {
  const names = "caches" in window ? await caches.keys().catch(() => []) : [];
  await Promise.allSettled(names.map((name) => caches.delete(name)));
}
