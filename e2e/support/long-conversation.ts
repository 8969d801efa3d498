import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Instance } from "./instance.ts";

/** Writes messages into a conversation: more than the rate limit permits. */

const MINUTES_APART = 3;

/** Messages are numbered from the oldest, and written by the participants in turn. */
export function writeMessages(hall: Instance, conversation: string, count: number): void {
  const database = new DatabaseSync(join(hall.folder, "instance", "guildhall.db"));
  try {
    // The instance writes to the database at the same time.
    database.exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE");
    insert(database, Buffer.from(conversation, "hex"), count);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

function insert(database: DatabaseSync, home: Uint8Array, count: number): void {
  const senders = database
    .prepare("SELECT user_id FROM conversation_participants WHERE conversation_id = ?")
    .all(home)
    .map((row) => row["user_id"] ?? null);
  const statement = database.prepare(
    "INSERT INTO messages (id, conversation_id, sender_id, content, created) VALUES (?, ?, ?, ?, ?)",
  );
  let last: Uint8Array | null = null;
  for (let number = 1; number <= count; number += 1) {
    last = anyId();
    const sender = senders[number % senders.length] ?? null;
    statement.run(last, home, sender, contentOf(number), momentOf(count - number + 1));
  }
  database
    .prepare("UPDATE conversations SET message_count = ?, last_message_id = ? WHERE id = ?")
    .run(count, last, home);
}

/** Messages of various heights, which `scrollThread` recognises by their numbers. */
function contentOf(number: number): string {
  const sentence = "The gauge on the north pier was read again this morning and has not moved.";
  return [`Post ${number}.`, ...Array.from({ length: number % 4 }, () => sentence)].join(" ");
}

function momentOf(before: number): string {
  const moment = new Date(Date.now() - before * MINUTES_APART * 60_000);
  return moment.toISOString().replace("Z", "+00:00");
}

function anyId(): Uint8Array {
  const id = randomBytes(16);
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x70;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  return id;
}
