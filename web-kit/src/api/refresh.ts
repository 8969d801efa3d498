import type { QueryClient } from "@tanstack/react-query";
import { keys } from "./keys.ts";

/**
 * Loads everything on screen again, because a block or another change hides or shows a user's
 * content everywhere. Cords are left out: each visit loads them, and there is none with a blocked
 * person, whose card is about to disappear.
 */
export async function refreshEverything(cache: QueryClient): Promise<void> {
  await cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.cords[0] });
}
