import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import type { Me } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { fetchMe } from "./queries.ts";

const mostAttempts = 3;
const pauseMs = 500;

/** Said when the server could not be asked often enough. */
export const staffCheckFailed = "Failed to verify staff permissions after multiple attempts";

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Lets staff in. Whoever is not known as staff is asked about anew, so that a right just granted
 * counts at once; a server that does not answer is asked three times. Everybody else goes home.
 */
export async function admitStaff(cache: QueryClient, viewer: Me | null): Promise<void> {
  if (viewer?.isStaff === true) return;
  const asked = viewer === null ? { isStaff: false } : await askServer(cache);
  if (asked === null) {
    toast.error(staffCheckFailed);
    throw redirect("/");
  }
  if (!asked.isStaff) throw redirect("/");
}

/** Null when no answer came. */
async function askServer(cache: QueryClient): Promise<{ isStaff: boolean } | null> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    try {
      // One after the other: each is only made because the one before had no answer.
      // oxlint-disable-next-line no-await-in-loop
      const me = await fetchMe(cache);
      return { isStaff: me?.isStaff === true };
    } catch {
      // oxlint-disable-next-line no-await-in-loop
      if (attempt < mostAttempts) await wait(pauseMs);
    }
  }
  return null;
}
