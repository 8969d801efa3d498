import { readPost, type NewPost } from "./outbox.ts";

/** Keys under which earlier releases stored unsent posts: each alone, or all together. */
const PREFIX = "gh-outbox";

/**
 * The posts that an earlier release stored in local storage, in the order of writing. `remove`
 * deletes them there once they are stored elsewhere.
 */
export function earlierPosts(storage: Storage): { posts: NewPost[]; remove: () => void } {
  const names = Object.keys(storage).filter(
    (name) => name === PREFIX || name.startsWith(`${PREFIX}/`),
  );
  const posts = names
    .flatMap((name) => parse(storage.getItem(name)))
    .flatMap((value) => readPost(value) ?? [])
    .toSorted((one, other) => (one.created < other.created ? -1 : 1));
  return {
    posts,
    remove: () => {
      for (const name of names) storage.removeItem(name);
    },
  };
}

function parse(stored: string | null): unknown[] {
  try {
    return [JSON.parse(stored ?? "[]") as unknown].flat();
  } catch {
    return [];
  }
}
