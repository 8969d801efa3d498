import { FILE_CACHE } from "../offline/caches.ts";
import { buildFiles } from "./build.ts";

/** Maximum number of stored files; a build has about two hundred. */
const FILES_MAX = 400;

const PATH = /^\/assets\/[\w./-]+$/;

/** True for a file of a build. Its name contains a hash of its content, so it never changes. */
export function isBuildFile(path: string): boolean {
  return PATH.test(path);
}

/** Stores the files of the first screen. Fails if one of them cannot be loaded. */
export async function storeFirstFiles(): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  await cache.addAll(await missing(cache, buildFiles));
}

/** Stores files that a page has already loaded, most of them from the browser's own cache. */
export async function storeUsedFiles(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  const wanted = await missing(cache, paths.filter(isBuildFile));
  await Promise.allSettled(wanted.map((path) => cache.add(path)));
  await pruneFiles();
}

/** The stored file; otherwise the server's, which is stored. */
export async function answerFile(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(FILE_CACHE);
  const stored = await cache.match(event.request, { ignoreVary: true });
  if (stored !== undefined) return stored;
  const response = await fetch(event.request);
  // 206 and errors are not the whole file.
  if (response.status === 200) event.waitUntil(store(cache, event.request, response.clone()));
  return response;
}

/** Deletes the files that were stored first, except those of this build's first screen. */
export async function pruneFiles(): Promise<void> {
  const cache = await caches.open(FILE_CACHE);
  const stored = await cache.keys();
  const needed = new Set(buildFiles);
  const others = stored.filter(({ url }) => !needed.has(new URL(url).pathname));
  const surplus = others.slice(0, Math.max(0, stored.length - FILES_MAX));
  await Promise.all(surplus.map((request) => cache.delete(request)));
}

async function store(cache: Cache, request: Request, response: Response): Promise<void> {
  try {
    await cache.put(request, response);
  } catch {
    // The storage is full: the file is loaded again next time.
    await pruneFiles();
  }
}

async function missing(cache: Cache, paths: readonly string[]): Promise<string[]> {
  const stored = await Promise.all(paths.map((path) => cache.match(path, { ignoreVary: true })));
  return paths.filter((_, at) => stored[at] === undefined);
}
