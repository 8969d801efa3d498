import type { QueryClient } from "@tanstack/react-query";
import { keys } from "../api/keys.ts";
import type { Post } from "../api/types.ts";
import { updateCached } from "./pending-updates.ts";
import { mapItems, type Pages } from "./reducers.ts";

/** Updates the cached posts of a thread, including a response that is still in flight. */
export function changePosts(
  cache: QueryClient,
  { communityId, threadId }: Pick<Post, "communityId" | "threadId">,
  change: (pages: Pages<Post>) => Pages<Post>,
): void {
  updateCached(cache, keys.posts(communityId, threadId), change);
}

/** Updates a single post. */
export function changeOnePost(
  cache: QueryClient,
  post: Post,
  change: (cached: Post) => Post,
): void {
  changePosts(cache, post, (pages) =>
    mapItems(pages, (cached) => (cached.id === post.id ? change(cached) : cached)),
  );
}
