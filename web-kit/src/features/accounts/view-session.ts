import type { QueryClient } from "@tanstack/react-query";
import { fetchMe } from "./queries.ts";

/**
 * The session check during a view as a member, which allows no writes: reads the account, since
 * another tab may have begun or stopped the view. Returns `reason` if the session has ended.
 */
export async function viewHasEnded(cache: QueryClient, reason: string): Promise<string | null> {
  try {
    return (await fetchMe(cache)) === null ? reason : null;
  } catch {
    // Only a missing session ends it.
    return null;
  }
}
