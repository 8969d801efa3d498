import type { QueryClient } from "@tanstack/react-query";
import { setOfflineSince, setReachable } from "../ui/use-online.ts";
import { restoreResponses } from "./restore-responses.ts";

const PROBE_MS = 5000;
const PROBE_PATH = "/api/health";

/**
 * Shows stored data on a page that was loaded without a connection. As soon as the server answers,
 * everything is loaded again.
 */
export async function startOffline(cache: QueryClient): Promise<void> {
  const savedAt = await restoreResponses(cache).catch(() => null);
  if (savedAt !== null) setOfflineSince(savedAt);
  const probe = async () => {
    if (!navigator.onLine || !(await isReachable())) return;
    clearInterval(timer);
    removeEventListener("online", onOnline);
    setReachable();
    await cache.invalidateQueries();
  };
  const onOnline = () => void probe();
  const timer = setInterval(onOnline, PROBE_MS);
  addEventListener("online", onOnline);
}

/** True if the server answers; a proxy in front of a stopped server answers for it. */
async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch(PROBE_PATH, { cache: "no-store" });
    return ![502, 503, 504].includes(status);
  } catch {
    return false;
  }
}
