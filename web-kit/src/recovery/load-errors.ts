import { clearExceptUnsent } from "./kept-storage.ts";
import { saveTypedText } from "./reload.ts";
import { clearCaches, unregisterWorkers } from "./worker-reset.ts";

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

/**
 * Reloads the page after deleting its caches, service workers and storage. Drafts and
 * queued posts stay.
 */
export async function hardRefresh(): Promise<void> {
  await clearCaches();
  await unregisterWorkers();
  await saveTypedText();
  clearExceptUnsent(localStorage);
  clearExceptUnsent(sessionStorage);
  location.reload();
}
