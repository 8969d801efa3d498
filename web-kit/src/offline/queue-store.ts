import { beginChange, openDatabase } from "./database.ts";
import type { QueuedRequest } from "./queue-request.ts";

/** Storage of the queue, shared by the pages and the worker of a site. */
export interface QueueStore {
  /** All requests in the order of writing. */
  all: () => Promise<readonly QueuedRequest[]>;
  find: (key: string) => Promise<QueuedRequest | null>;
  /** Appends a request, unless it is stored already. */
  add: (request: QueuedRequest) => Promise<void>;
  change: (key: string, change: Partial<QueuedRequest>) => Promise<void>;
  /** Removes a request and returns it; null if another page has removed it. */
  remove: (key: string) => Promise<QueuedRequest | null>;
}

/** The browser's storage, or the page's memory if storage is blocked. */
export async function openQueueStore(): Promise<QueueStore> {
  try {
    await openDatabase();
    return databaseStore;
  } catch {
    return memoryStore();
  }
}

const databaseStore: QueueStore = {
  all: async () => (await openDatabase()).getAll("queue"),

  find: async (key) => (await (await openDatabase()).getFromIndex("queue", "key", key)) ?? null,

  add: async (request) => {
    const transaction = await beginChange("queue");
    if ((await transaction.store.index("key").getKey(request.key)) === undefined) {
      await transaction.store.add(request);
    }
    await transaction.done;
  },

  change: async (key, change) => {
    const transaction = await beginChange("queue");
    const cursor = await transaction.store.index("key").openCursor(key);
    if (cursor !== null) await cursor.update({ ...cursor.value, ...change });
    await transaction.done;
  },

  remove: async (key) => {
    const transaction = await beginChange("queue");
    const cursor = await transaction.store.index("key").openCursor(key);
    const found = cursor?.value ?? null;
    await cursor?.delete();
    await transaction.done;
    return found;
  },
};

/** A queue that ends with the page. */
export function memoryStore(): QueueStore {
  let requests: readonly QueuedRequest[] = [];
  const find = (key: string) => requests.find((one) => one.key === key) ?? null;
  return {
    all: () => Promise.resolve(requests),
    find: (key) => Promise.resolve(find(key)),
    add: (request) => {
      if (find(request.key) === null) requests = [...requests, request];
      return Promise.resolve();
    },
    change: (key, change) => {
      requests = requests.map((one) => (one.key === key ? { ...one, ...change } : one));
      return Promise.resolve();
    },
    remove: (key) => {
      const found = find(key);
      requests = requests.filter((one) => one.key !== key);
      return Promise.resolve(found);
    },
  };
}
