import { useMutation, useQueryClient, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Community } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CommunitySign } from "./community-sign.tsx";
import { joinCommunity } from "./queries.ts";
import { membersWords, VISIBILITY_WORDS } from "./words.ts";

/** Joining ends inside: the community opens as soon as the server has let the member in. */
export function useJoin() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (community: Community) => joinCommunity(community.id),
    onSuccess: async (joined) => {
      cache.setQueryData(keys.community(joined.id), joined);
      await Promise.all([
        cache.invalidateQueries({ queryKey: keys.communityLists }),
        cache.invalidateQueries({ queryKey: keys.me }),
      ]);
      await navigate(`/communities/${joined.id}`);
    },
    onError: (problem) => {
      const refused = problem instanceof ProblemError;
      toast.error(
        refused
          ? problem.detail
          : "An error occurred while checking if you can join this community",
        { durationMs: 6000 },
      );
    },
  });
}

/** What of the discovered this member may join, at once or by asking. */
export function openOf(data: LoadedPages<Community>): Community[] {
  return data.pages.flatMap((page) => page.items).filter(isOpen);
}

function isOpen({ viewer }: Community): boolean {
  return viewer.canJoin || (viewer.canRequest && viewer.joinRequestId === null);
}

/** Communities that stand open to this member. */
export function Discover(props: {
  data: LoadedPages<Community>;
  more: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  heading?: string;
}) {
  const { data, more, heading } = props;
  const join = useJoin();
  const open = openOf(data);
  if (open.length === 0 && !more.hasNextPage) return null;
  return (
    <section aria-label={heading ?? "Communities you can join"} className="mt-6 text-start">
      {heading !== undefined && <h3 className="mb-2 text-12 font-strong text-ink-3">{heading}</h3>}
      <ul className="divide-y divide-line-soft border-y border-line-soft">
        {open.map((community) => (
          <li key={community.id} className="flex items-center gap-3.5 py-3">
            <CommunitySign community={community} size={36} />
            <div className="min-w-0 flex-1">
              <Link
                to={`/communities/${community.id}`}
                className="block truncate text-14 font-semibold hover:underline"
                dir="auto"
              >
                {community.name}
              </Link>
              <p className="truncate text-13 text-ink-3">
                {membersWords(community)}, {VISIBILITY_WORDS[community.visibility].toLowerCase()}
              </p>
            </div>
            {community.viewer.canJoin ? (
              <Button
                busy={join.isPending && join.variables.id === community.id}
                aria-label={`Join ${community.name}`}
                onClick={() => join.mutate(community)}
              >
                Join
              </Button>
            ) : (
              <ButtonLink
                to={`/communities/${community.id}`}
                aria-label={`Request to Join ${community.name}`}
              >
                Request to Join
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {more.hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button
            variant="quiet"
            busy={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}
