import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import { call, ProblemError } from "../../api/client.ts";
import type { Me } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { meQuery } from "./queries.ts";

const mostAttempts = 3;
// Three attempts and the pauses between them take 3.8 s at most.
const patienceMs = 1100;
const pauseMs = 250;

/** Said when the server could not be asked often enough. */
export const staffCheckFailed = "Failed to verify staff permissions after multiple attempts";

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Lets staff in. The server is asked again about everybody else, so that a right just granted counts at
 * once: three times at most where it does not answer. Members who are not staff go home.
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
      const me = await askOnce();
      cache.setQueryData(meQuery.queryKey, me);
      return { isStaff: me?.isStaff === true };
    } catch {
      // oxlint-disable-next-line no-await-in-loop
      if (attempt < mostAttempts) await wait(pauseMs);
    }
  }
  return null;
}

/** One request: the cache would make more of a failing one. */
async function askOnce(): Promise<Me | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  try {
    return await call<Me>("GET", "/api/me", { signal: late.signal, quiet: true });
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
