import type { PendingPost } from "./outbox.ts";

/**
 * Storage for unsent posts that survive a reload. Each has its own key, so that two tabs do not
 * overwrite each other.
 */
export type OutboxStore = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

const PREFIX = "gh-outbox/";
const NO_POSTS: OutboxStore = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};
/** Key under which earlier releases stored all posts together. */
const SHARED_KEY = "gh-outbox";

/** The browser's storage, or an empty one if storage is blocked. */
export function browserStore(): OutboxStore {
  try {
    return window.localStorage;
  } catch {
    return NO_POSTS;
  }
}

export function storePost(store: OutboxStore, pending: PendingPost): void {
  try {
    store.setItem(PREFIX + pending.key, JSON.stringify(pending));
  } catch {
    // Storage is full or blocked: the posts do not survive a reload.
  }
}

export function removeStoredPost(store: OutboxStore, key: string): void {
  try {
    store.removeItem(PREFIX + key);
  } catch {
    // Storage is full or blocked.
  }
}

/** The key of a post that another tab has sent or withdrawn. */
export function removedPostKey({ key, newValue }: StorageEvent): string | null {
  return newValue === null && key?.startsWith(PREFIX) === true ? key.slice(PREFIX.length) : null;
}

/**
 * The stored posts in the order of writing. A post whose request was interrupted by the reload is
 * queued again.
 */
export function loadStoredPosts(store: OutboxStore): PendingPost[] {
  try {
    splitEntries(store);
    return namesIn(store)
      .flatMap((name) => read(store.getItem(name)))
      .filter(isPending)
      .map((pending) => ({
        ...pending,
        // Earlier releases stored no images.
        images: Array.isArray(pending.images) ? pending.images : [],
        state: "queued" as const,
        waited: true,
      }))
      .toSorted((one, other) => (one.created < other.created ? -1 : 1));
  } catch {
    return [];
  }
}

/** Migrates posts that an earlier release stored together. */
function splitEntries(store: OutboxStore): void {
  for (const pending of read(store.getItem(SHARED_KEY)).filter(isPending))
    storePost(store, pending);
  store.removeItem(SHARED_KEY);
}

function namesIn(store: OutboxStore): string[] {
  const names = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");
  return names.filter((name) => name.startsWith(PREFIX));
}

function read(stored: string | null): unknown[] {
  try {
    return [JSON.parse(stored ?? "[]") as unknown].flat();
  } catch {
    return [];
  }
}

function isPending(value: unknown): value is PendingPost {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const words = ["key", "viewerId", "communityId", "threadId", "draft", "content", "created"];
  const parent = fields.get("parentPostId");
  return (
    words.every((name) => typeof fields.get(name) === "string") &&
    (parent === null || typeof parent === "string")
  );
}
