import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type {
  ArticleSummary,
  ChangeMe,
  FeedItem,
  HandleAvailability,
  Me,
  Page,
  RelationshipState,
  UserProfile,
} from "../../api/types.ts";

/** How long, and how many, unused profiles are cached (C-152). */
const KEPT_MS = 10 * 60_000;
const KEPT_MAX = 100;

export const profileQuery = (idOrHandle: string) =>
  queryOptions({
    queryKey: keys.user(idOrHandle),
    queryFn: ({ signal, client }) => {
      dropOldestProfiles(client);
      const path = `/api/users/${encodeURIComponent(idOrHandle)}`;
      return call<UserProfile>("GET", path, { signal });
    },
    gcTime: KEPT_MS,
  });

/** No event changes the lists of a profile, and leaving a community hides a part of them. */
const uncached = { staleTime: 0, gcTime: 0 };
const LIST_PAGE = 10;

/** The posts of a person that the viewer may see, the newest first. */
export const personPostsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: keys.personPosts(userId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<FeedItem>>("GET", `/api/users/${encodeURIComponent(userId)}/posts`, {
        signal,
        query: { cursor: pageParam, limit: LIST_PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    ...uncached,
  });

/** An Insight in a list of several communities. */
export type PersonInsight = ArticleSummary & { communityName: string };

/** The Insights of a person that the viewer may see, the newest first. */
export const personInsightsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: keys.personInsights(userId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<PersonInsight>>("GET", `/api/users/${encodeURIComponent(userId)}/articles`, {
        signal,
        query: { cursor: pageParam, limit: LIST_PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    ...uncached,
  });

/** Evicts the oldest profile; those on screen or loading are kept. */
function dropOldestProfiles(cache: QueryClient): void {
  const queries = cache.getQueryCache();
  const idle = { queryKey: keys.profiles, type: "inactive", fetchStatus: "idle" } as const;
  const cached = queries
    .findAll(idle)
    .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const query of cached.slice(0, Math.max(0, cached.length - KEPT_MAX + 1)))
    queries.remove(query);
}

export type Relationship = "follow" | "block";

/** Follows, unfollows, blocks or unblocks. */
export function setRelationship(
  userId: string,
  relationship: Relationship,
  on: boolean,
): Promise<RelationshipState> {
  return call<RelationshipState>(on ? "PUT" : "DELETE", `/api/users/${userId}/${relationship}`);
}

export function saveProfile(body: ChangeMe): Promise<Me> {
  return call<Me>("PATCH", "/api/me", { body });
}

export function claimHandle(handle: string): Promise<Me> {
  return call<Me>("PUT", "/api/me/handle", { body: { handle } });
}

export const handleQuery = (handle: string) =>
  queryOptions({
    queryKey: ["handles", handle],
    queryFn: ({ signal }) =>
      call<HandleAvailability>("GET", `/api/handles/${encodeURIComponent(handle)}`, { signal }),
    staleTime: 10_000,
  });

/** The square of a picture to keep, in picture pixels. */
export interface Crop {
  x: number;
  y: number;
  side: number;
}

export function uploadPicture(file: File, crop: Crop | null): Promise<Me> {
  const form = new FormData();
  for (const [name, value] of Object.entries(crop ?? {})) form.append(name, String(value));
  form.append("file", file);
  return call<Me>("POST", "/api/me/picture", { body: form });
}

export function removePicture(): Promise<Me> {
  return call<Me>("DELETE", "/api/me/picture");
}
