import type { PendingPost } from "./outbox.ts";

/** Where unsent posts survive a reload: each in a place of its own, so that two tabs keep both theirs. */
export type OutboxStore = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

const PREFIX = "gh-outbox/";
const NOTHING: OutboxStore = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};
/** Where an older page kept them all together. */
const TOGETHER = "gh-outbox";

/** The browser's own place, or none where it lets nothing be kept. */
export function browserStore(): OutboxStore {
  try {
    return window.localStorage;
  } catch {
    return NOTHING;
  }
}

export function keepPost(store: OutboxStore, pending: PendingPost): void {
  try {
    store.setItem(PREFIX + pending.key, JSON.stringify(pending));
  } catch {
    // A full or forbidden store costs only the survival of a reload.
  }
}

export function forgetPost(store: OutboxStore, key: string): void {
  try {
    store.removeItem(PREFIX + key);
  } catch {
    // As above.
  }
}

/** The key of a post that another tab has sent or taken back. */
export function forgottenPost({ key, newValue }: StorageEvent): string | null {
  return newValue === null && key?.startsWith(PREFIX) === true ? key.slice(PREFIX.length) : null;
}

/** What was kept, as it was written. Whatever was in flight when its page went away waits again. */
export function keptPosts(store: OutboxStore): PendingPost[] {
  try {
    separate(store);
    return namesIn(store)
      .flatMap((name) => read(store.getItem(name)))
      .filter(isPending)
      .map((pending) => ({
        ...pending,
        // What an older page kept names none.
        images: Array.isArray(pending.images) ? pending.images : [],
        state: "queued" as const,
        waited: true,
      }))
      .toSorted((one, other) => (one.created < other.created ? -1 : 1));
  } catch {
    return [];
  }
}

/** Puts what an older page kept together where it is looked for now. */
function separate(store: OutboxStore): void {
  for (const pending of read(store.getItem(TOGETHER)).filter(isPending)) keepPost(store, pending);
  store.removeItem(TOGETHER);
}

function namesIn(store: OutboxStore): string[] {
  const names = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");
  return names.filter((name) => name.startsWith(PREFIX));
}

function read(kept: string | null): unknown[] {
  try {
    return [JSON.parse(kept ?? "[]") as unknown].flat();
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
