import { PICTURE_CACHE_PREFIX } from "./caches.ts";
import { beginChange, openDatabase } from "./database.ts";
import { lockNames, withLock } from "./locks.ts";
import { publishQueueNotice } from "./queue-channel.ts";

export const OWNER_KEY = "viewer";

/**
 * Allows storing data of this person. Data of anyone else is deleted first, so that two people who
 * share a browser never see each other's.
 */
export async function claimOfflineData(viewerId: string): Promise<void> {
  if ((await readOwner()) === viewerId) return;
  await withLock(lockNames.data, async () => {
    await deleteStored();
    const database = await openDatabase();
    await database.put("owner", viewerId, OWNER_KEY);
  });
}

/** The person whose data may be stored, or null while nobody is signed in. */
export async function readOwner(): Promise<string | null> {
  const database = await openDatabase();
  return (await database.get("owner", OWNER_KEY)) ?? null;
}

/**
 * Deletes the stored responses and pictures of everyone. Without an owner, other tabs that still
 * show a screen store nothing either. Unsent requests stay: only their author can send them.
 */
export async function deleteOfflineData(): Promise<void> {
  await withLock(lockNames.data, deleteStored);
}

/** Deletes what this person has not sent, on a deliberate sign-out. */
export async function deleteUnsentRequests(viewerId: string): Promise<void> {
  const transaction = await beginChange("queue");
  for await (const cursor of transaction.store) {
    if (cursor.value.viewerId === viewerId) await cursor.delete();
  }
  await transaction.done;
  publishQueueNotice({ type: "changed" });
}

/** Deletes the stored responses about something that the person may no longer see. */
export async function deleteResponsesAbout(id: string): Promise<void> {
  const transaction = await beginChange("responses");
  for await (const cursor of transaction.store) {
    if (cursor.value.queryKey.includes(id)) await cursor.delete();
  }
  await transaction.done;
}

async function deleteStored(): Promise<void> {
  await Promise.allSettled([deletePictures(), deleteResponses()]);
}

async function deleteResponses(): Promise<void> {
  const transaction = await beginChange("responses", "owner");
  await Promise.all([
    transaction.objectStore("responses").clear(),
    transaction.objectStore("owner").clear(),
    transaction.done,
  ]);
}

async function deletePictures(): Promise<void> {
  if (!("caches" in globalThis)) return;
  const names = await caches.keys();
  const pictures = names.filter((name) => name.startsWith(PICTURE_CACHE_PREFIX));
  await Promise.all(pictures.map((name) => caches.delete(name)));
}
