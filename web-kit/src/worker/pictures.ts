import { PICTURE_CACHE_PREFIX } from "../offline/caches.ts";
import { lockNames, withLock } from "../offline/locks.ts";
import { readOwner } from "../offline/offline-data.ts";

/** Maximum number of stored pictures, and the maximum size of one in bytes. */
const PICTURES_MAX = 150;
const BYTES_MAX = 300_000;

/** True for a picture that only some people may see. */
export function isPicture(request: Request, path: string): boolean {
  return request.destination === "image" && path.startsWith("/media/");
}

/** The server's picture, which checks the permission each time; the stored one when offline. */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    event.waitUntil(updatePicture(request, response.clone()).catch(() => undefined));
    return response;
  } catch {
    return (await storedPicture(request).catch(() => undefined)) ?? Response.error();
  }
}

async function storedPicture(request: Request): Promise<Response | undefined> {
  const owner = await readOwner();
  if (owner === null) return undefined;
  const cache = await caches.open(PICTURE_CACHE_PREFIX + owner);
  return cache.match(request, { ignoreVary: true });
}

/** Stores a picture for the signed-in person, or deletes one that they may no longer see. */
async function updatePicture(request: Request, response: Response): Promise<void> {
  // A deletion waits until the picture is stored, and then deletes it as well.
  await withLock(lockNames.data, () => changeCache(request, response), "shared");
}

async function changeCache(request: Request, response: Response): Promise<void> {
  const owner = await readOwner();
  if (owner === null) return;
  const cache = await caches.open(PICTURE_CACHE_PREFIX + owner);
  if (response.status === 403 || response.status === 404) {
    await cache.delete(request, { ignoreVary: true });
  }
  if (response.status !== 200) return;
  if ((await cache.match(request, { ignoreVary: true })) !== undefined) return;
  const picture = await response.clone().blob();
  if (picture.size > BYTES_MAX) return;
  await cache.put(request, response);
  const stored = await cache.keys();
  const surplus = stored.slice(0, Math.max(0, stored.length - PICTURES_MAX));
  await Promise.all(surplus.map((one) => cache.delete(one)));
}
