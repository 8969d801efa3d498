import {
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from "idb";
import type { QueuedRequest } from "./queue-request.ts";

/** A response that is shown again without a connection. */
export interface StoredResponse {
  viewerId: string;
  /** Hash of the query key. */
  hash: string;
  queryKey: readonly unknown[];
  /** The build that stored it; another build may expect another shape. */
  build: string;
  /** When the server sent it, in milliseconds since the epoch. */
  savedAt: number;
  data: unknown;
}

export interface OfflineSchema extends DBSchema {
  /** Requests that have not been sent, in the order of writing. */
  queue: { key: number; value: QueuedRequest; indexes: { key: string } };
  responses: {
    key: [viewerId: string, hash: string];
    value: StoredResponse;
    indexes: { savedAt: number };
  };
  /** The person whose data may be stored, under the key `viewer`. Empty while signed out. */
  owner: { key: string; value: string };
}

export type OfflineDatabase = IDBPDatabase<OfflineSchema>;

const NAME = "guildhall";
const VERSION = 1;

let opened: Promise<OfflineDatabase> | null = null;

/** The site's database, shared by its pages and its worker. Rejects if storage is blocked. */
export function openDatabase(): Promise<OfflineDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/**
 * Begins a change of these stores. A failure rejects `done` and the request that failed; callers
 * await the first of them, so the other does not count as unhandled.
 */
export async function beginChange<const Names extends readonly StoreNames<OfflineSchema>[]>(
  ...names: Names
): Promise<IDBPTransaction<OfflineSchema, Names, "readwrite">> {
  const transaction = (await openDatabase()).transaction(names, "readwrite");
  transaction.done.catch(() => undefined);
  return transaction;
}

/** Asynchronous, so that a browser without IndexedDB rejects instead of throwing. */
async function open(): Promise<OfflineDatabase> {
  return openDB<OfflineSchema>(NAME, VERSION, {
    upgrade(database) {
      const queue = database.createObjectStore("queue", { autoIncrement: true });
      queue.createIndex("key", "key", { unique: true });
      const responses = database.createObjectStore("responses", { keyPath: ["viewerId", "hash"] });
      responses.createIndex("savedAt", "savedAt");
      database.createObjectStore("owner");
    },
    // A newer build or a deletion must not wait for this page.
    blocking: () => void closeDatabase(),
    terminated: () => {
      opened = null;
    },
  });
}

/** Closes the database; the next use opens it again. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = null;
  (await closing?.catch(() => null))?.close();
}
