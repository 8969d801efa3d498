import type { QueryClient } from "@tanstack/react-query";
import { redirect, type LoaderFunctionArgs } from "react-router";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Portal } from "../../api/types.ts";
import { meQuery } from "../accounts/queries.ts";
import { markItemRead } from "../activity/queries.ts";
import type { NotificationTarget } from "../notifications/contract.ts";
import { fetchNotificationTarget } from "../notifications/queries.ts";

/** The subject of a notification on another site; null while the portal's front page is shown. */
type SubjectElsewhere = NotificationTarget | null;

/**
 * Redirects to the subject of a notification and marks it as read. An unknown notification, or that
 * of another member, leads to the activity centre (G-082).
 */
export function notificationLoader(cache: QueryClient, portal: Portal | null) {
  return async ({ params }: LoaderFunctionArgs): Promise<SubjectElsewhere> => {
    const id = params["notificationId"] ?? "";
    const me = await cache.ensureQueryData(meQuery);
    if (portal !== null && me?.portalMembership?.isMember === false) return null;
    const target = await findTarget(id);
    if (target === null) throw redirect("/activity");
    // Another site marks it as read, when its own redirect opens the notification there.
    if (target.url !== null) return target;
    void markRead(cache, id);
    throw redirect(localPath(target));
  };
}

async function findTarget(id: string): Promise<NotificationTarget | null> {
  try {
    return await fetchNotificationTarget(id);
  } catch (error) {
    // An address that was cut or mistyped may not even be an id.
    if (error instanceof ProblemError && [400, 404, 422].includes(error.status)) return null;
    throw error;
  }
}

/** "//host" and "/\host" would leave this site. */
function localPath({ path }: NotificationTarget): string {
  return /^\/(?![/\\])/.test(path) ? path : "/activity";
}

async function markRead(cache: QueryClient, id: string): Promise<void> {
  // A failure only leaves the item unread.
  await markItemRead(id).catch(() => undefined);
  await cache.invalidateQueries({ queryKey: keys.badges });
  await cache.invalidateQueries({ queryKey: keys.activity });
}
