import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Instance } from "./instance.ts";

/** A thread with more posts than the rate limit permits, written into the instance's database. */

const MINUTES_APART = 5;

export interface LongThread {
  path: string;
  /** The path of a post by its number, from 1. */
  postPath: (number: number) => string;
}

/** Writes the thread into a community; posts are numbered from the oldest. */
export function writeLongThread(hall: Instance, community: string, posts: number): LongThread {
  const database = new DatabaseSync(join(hall.folder, "instance", "guildhall.db"));
  try {
    // The instance writes to the database at the same time.
    database.exec("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; BEGIN IMMEDIATE");
    const written = write(database, community, posts);
    database.exec("COMMIT");
    return written;
  } finally {
    database.close();
  }
}

function write(database: DatabaseSync, community: string, posts: number): LongThread {
  const home = database.prepare("SELECT id FROM communities WHERE name = ?").get(community)?.["id"];
  if (!(home instanceof Uint8Array)) throw new Error(`there is no community ${community}`);
  const authors = database
    .prepare("SELECT user_id FROM community_members WHERE community_id = ? ORDER BY user_id")
    .all(home)
    .map((row) => row["user_id"] ?? null);
  const thread = anyId();
  const times = Array.from({ length: posts }, (_, at) => momentOf(posts - at));
  const ids = times.map(anyId);
  const last = posts - 1;
  database
    .prepare(
      "INSERT INTO threads (id, community_id, caption, created_by, numposts, last_post_id, created, last_updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .run(
      thread,
      home,
      "A long thread",
      authors[0] ?? null,
      posts,
      ids[last] ?? null,
      times[0] ?? "",
      times[last] ?? "",
    );
  const insert = database.prepare(
    "INSERT INTO posts (id, community_id, thread_id, author_id, content, created) VALUES (?, ?, ?, ?, ?, ?)",
  );
  for (const [at, id] of ids.entries()) {
    const author = authors[at % authors.length] ?? null;
    insert.run(id, home, thread, author, contentOf(at + 1), times[at] ?? "");
  }
  const path = `/communities/${text(home)}/threads/${text(thread)}`;
  return { path, postPath: (number) => `${path}#post-${text(ids[number - 1] ?? thread)}` };
}

/** Posts of various heights. */
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

function text(id: Uint8Array): string {
  return Buffer.from(id).toString("hex");
}
