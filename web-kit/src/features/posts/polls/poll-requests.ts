import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type { Page, Person, Poll, Post } from "../../../api/types.ts";
import { postEndpoint } from "../queries.ts";

/** Replaces the viewer's votes; no option withdraws them. */
export function vote(post: Post, optionIds: readonly string[]): Promise<Poll> {
  return call<Poll>("PUT", `${postEndpoint(post)}/poll/votes`, { body: { optionIds } });
}

export function closePoll(post: Post): Promise<Poll> {
  return call<Poll>("POST", `${postEndpoint(post)}/poll/close`);
}

/** Who voted for an option of a named poll. No event names the voters, so it is not kept. */
export const votersQuery = (post: Post, optionId: string) =>
  infiniteQueryOptions({
    queryKey: keys.pollVoters(optionId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Person>>("GET", `${postEndpoint(post)}/poll/options/${optionId}/voters`, {
        signal,
        query: { cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
    gcTime: 0,
  });
