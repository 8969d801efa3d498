import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import { call, ProblemError } from "../../api/client.ts";
import type { Me } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { meQuery } from "./queries.ts";

const ATTEMPTS_MAX = 3;
// Three attempts with the pauses between them take at most 3.8 s.
const TIMEOUT_MS = 1100;
const RETRY_DELAY_MS = 250;

/** Shown when no attempt got an answer. */
export const staffCheckFailed = () => t`Failed to verify staff permissions after multiple attempts`;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/**
 * Admits staff. For everyone else it asks the server again, up to three times, so that a newly
 * granted role takes effect immediately. Other members are redirected to the start page.
 */
export async function requireStaff(cache: QueryClient, viewer: Me | null): Promise<void> {
  if (viewer?.isStaff === true) return;
  const requested = viewer === null ? { isStaff: false } : await fetchStaffStatus(cache);
  if (requested === null) {
    toast.error(staffCheckFailed());
    throw redirect("/");
  }
  if (!requested.isStaff) throw redirect("/");
}

/** Null if no attempt got an answer. */
async function fetchStaffStatus(cache: QueryClient): Promise<{ isStaff: boolean } | null> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    try {
      // Sequential: each attempt is made only if the previous one got no answer.
      // oxlint-disable-next-line no-await-in-loop
      const me = await fetchMeOnce();
      cache.setQueryData(meQuery.queryKey, me);
      return { isStaff: me?.isStaff === true };
    } catch {
      // oxlint-disable-next-line no-await-in-loop
      if (attempt < ATTEMPTS_MAX) await wait(RETRY_DELAY_MS);
    }
  }
  return null;
}

/** A single request: the query cache would retry a failing one. */
async function fetchMeOnce(): Promise<Me | null> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  try {
    return await call<Me>("GET", "/api/me", { signal: late.signal, quiet: true });
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
