import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs, RouteObject } from "react-router";
import { lazyScreen } from "../../shell/lazy.ts";
import { gatePathFor } from "../accounts/guards.ts";
import { meQuery } from "../accounts/queries.ts";
import { conversationQuery, conversationsQuery } from "./queries.ts";

/** A new object for each route: the router deletes the `lazy` functions that it has run. */
const screen = () =>
  lazyScreen(
    () => import("./messages-screen.tsx"),
    (module) => module.MessagesScreen,
  );

/**
 * One screen: the list of conversations and the open one. The loader starts the requests; the panes
 * show their own loading and error states. `messages/new` opens the dialog for a new conversation.
 */
export function messagesRoutes(cache: QueryClient): RouteObject[] {
  const loader = async ({ params }: LoaderFunctionArgs) => {
    const me = await cache.ensureQueryData(meQuery);
    if (gatePathFor(me) !== null || me?.portalMembership?.isMember === false) return null;
    void cache.prefetchInfiniteQuery(conversationsQuery("inbox"));
    const { conversationId } = params;
    if (conversationId !== undefined) void cache.prefetchQuery(conversationQuery(conversationId));
    return null;
  };
  return [
    { path: "messages", lazy: screen(), loader },
    { path: "messages/new", lazy: screen(), loader },
    { path: "messages/:conversationId", lazy: screen(), loader },
  ];
}
