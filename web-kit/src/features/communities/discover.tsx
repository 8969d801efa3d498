import { t } from "@lingui/core/macro";
import { useQueryClient, type UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Community } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CommunityIcon } from "./community-icon.tsx";
import { joinCommunity } from "./queries.ts";
import { closedReason, membersAndVisibility } from "./labels.ts";

/** Opens the community as soon as the server has added the member. */
export function useJoin() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useSingleFlightMutation({
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
          : t`An error occurred while checking if you can join this community`,
        { durationMs: 6000 },
      );
    },
  });
}

/** Communities listed for the viewer, without those with a pending request. */
export function listedCommunities(data: LoadedPages<Community>): Community[] {
  return data.pages
    .flatMap((page) => page.items)
    .filter(({ viewer }) => viewer.canJoin || viewer.joinRequestId === null);
}

/** The listed communities that the viewer may join or request to join. */
export function joinableCommunities(data: LoadedPages<Community>): Community[] {
  return listedCommunities(data).filter(({ viewer }) => viewer.canJoin || viewer.canRequest);
}

/** Communities listed for the viewer: the open ones, and the reason why the others are closed. */
export function Discover(props: {
  data: LoadedPages<Community>;
  more: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  heading?: string;
}) {
  const { data, more, heading } = props;
  const listed = listedCommunities(data);
  if (listed.length === 0 && !more.hasNextPage) return null;
  return (
    <section aria-label={heading ?? t`Listed communities`} className="mt-6 text-start">
      {heading !== undefined && <h3 className="mb-2 text-12 font-strong text-ink-3">{heading}</h3>}
      <ul className="divide-y divide-line-soft border-y border-line-soft">
        {listed.map((community) => (
          <Row key={community.id} community={community} />
        ))}
      </ul>
      {more.hasNextPage && (
        <div className="mt-3 flex justify-center">
          <Button
            variant="quiet"
            busy={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >{t`Show more`}</Button>
        </div>
      )}
    </section>
  );
}

function Row({ community }: { community: Community }) {
  const { canJoin, canRequest } = community.viewer;
  return (
    <li className="flex items-center gap-3.5 py-3">
      <CommunityIcon community={community} size={36} />
      <div className="min-w-0 flex-1">
        <Link
          to={`/communities/${community.id}`}
          className="block truncate text-14 font-semibold hover:underline"
          dir="auto"
        >
          {community.name}
        </Link>
        <p className="truncate text-13 text-ink-3">{membersAndVisibility(community)}</p>
        {!canJoin && !canRequest && (
          <p className="mt-0.5 text-13 text-ink-2">{closedReason(community)}</p>
        )}
      </div>
      {canJoin && <JoinButton community={community} />}
      {!canJoin && canRequest && (
        <ButtonLink
          to={`/communities/${community.id}`}
          aria-label={t`Request to Join ${{ community: community.name }}`}
        >{t`Request to Join`}</ButtonLink>
      )}
    </li>
  );
}

function JoinButton({ community }: { community: Community }) {
  const join = useJoin();
  return (
    <Button
      busy={join.isPending}
      aria-label={t`Join ${{ community: community.name }}`}
      onClick={() => join.mutate(community)}
    >{t`Join`}</Button>
  );
}
