import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type { SearchResults } from "../../api/search-types.ts";
import type { Page } from "../../api/types.ts";
import type {
  Cord,
  CordPage,
  CordSettings,
  Introduction,
  NewIntroduction,
  Voucher,
} from "./contract.ts";

const pathOf = (userId: string) => `/api/users/${encodeURIComponent(userId)}`;

/** No event announces a change of a cord, so that every visit loads it again. */
const staleTime = 0;

/** The cord between the viewer and another person. */
export const cordQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.cord(userId),
    queryFn: ({ signal }) => call<Cord>("GET", `${pathOf(userId)}/cord`, { signal }),
    staleTime,
  });

export const eraseCord = (userId: string) => call<null>("DELETE", `${pathOf(userId)}/cord`);

const PAGE = 25;

/** The viewer's own cords, strongest first. */
export const ownCordsQuery = infiniteQueryOptions({
  queryKey: keys.ownCords,
  queryFn: ({ pageParam, signal }) =>
    call<CordPage>("GET", "/api/me/cords", { signal, query: { cursor: pageParam, limit: PAGE } }),
  initialPageParam: firstPage,
  getNextPageParam: (last) => last.nextCursor,
  staleTime,
});

export const cordSettingsQuery = queryOptions({
  queryKey: keys.cordSettings,
  queryFn: ({ signal }) => call<CordSettings>("GET", "/api/me/cord-settings", { signal }),
});

export const saveCordSettings = (body: CordSettings) =>
  call<CordSettings>("PUT", "/api/me/cord-settings", { body });

/** Gives or withdraws the viewer's vouch. */
export const setVouch = (userId: string, on: boolean) =>
  call<unknown>(on ? "POST" : "DELETE", `${pathOf(userId)}/vouch`);

/** The vouches shown on a profile. */
export const vouchesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: keys.vouches(userId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Voucher>>("GET", `${pathOf(userId)}/vouches`, {
        signal,
        query: { cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    staleTime,
  });

export type IntroductionFilter = "pending" | "answered";

/** Introductions made by the viewer and of the viewer, the latest first. */
export const introductionsQuery = (state: IntroductionFilter) =>
  infiniteQueryOptions({
    queryKey: keys.introductionList(state),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Introduction>>("GET", "/api/introductions", {
        signal,
        query: { state, cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const createIntroduction = (body: NewIntroduction, idempotencyKey: string) =>
  call<Introduction>("POST", "/api/introductions", { body, idempotencyKey });

export const answerIntroduction = (id: string, answer: "accept" | "decline") =>
  call<Introduction>("POST", `/api/introductions/${encodeURIComponent(id)}/${answer}`);

/** People found by name or handle. */
export const peopleSearchQuery = (q: string) =>
  queryOptions({
    queryKey: [...keys.search, "introduce", q],
    queryFn: async ({ signal }) => {
      const query = { q, type: "people" };
      const { items } = await call<SearchResults>("GET", "/api/search", {
        signal,
        query,
      });
      return items.flatMap((item) => (item.type === "person" ? [item.person] : []));
    },
    enabled: q !== "",
    staleTime: 0,
    gcTime: 0,
  });
