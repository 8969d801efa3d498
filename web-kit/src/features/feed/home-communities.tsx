import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { Community } from "../../api/types.ts";
import { Count } from "../../ui/count.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { QueryContent } from "../communities/query-content.tsx";
import { PaneFailure } from "../communities/pane-failure.tsx";
import { communityListQuery } from "../communities/queries.ts";
import { rowSubtitle } from "../communities/labels.ts";

/** Number of communities shown; a link leads to all of them. */
const SHOWN_MAX = 4;
const grid = "mt-2 grid gap-x-6 md:-mx-3 md:grid-cols-2";
const row = "flex h-14 items-center gap-3 px-3 max-md:h-[62px] max-md:px-0";

/** The viewer's most recently active communities on this site, with a link to all. */
export function HomeCommunities() {
  const mine = useInfiniteQuery(communityListQuery("mine"));
  return (
    <>
      <div className="mt-8 flex min-h-8 items-center justify-between gap-4">
        <h2 className="text-16 font-semibold">{t`My Communities`}</h2>
        <Link
          to="/communities"
          className="link inline-flex items-center gap-0.5 text-13 max-md:min-h-11"
        >
          {t`All communities`}
          <ChevronRight size={14} aria-hidden className="rtl:-scale-x-100" />
        </Link>
      </div>
      <QueryContent
        query={mine}
        skeleton={<HomeCommunitiesSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="communities" onRetry={retry} className="py-4" />
        )}
      >
        {({ pages }) => <Rows communities={pages[0]?.items.slice(0, SHOWN_MAX) ?? []} />}
      </QueryContent>
    </>
  );
}

function Rows({ communities }: { communities: readonly Community[] }) {
  if (communities.length === 0) {
    return (
      <p className="mt-1 text-14 text-ink-3">{t`Communities you join will be listed here.`}</p>
    );
  }
  return (
    <ul aria-label={t`My Communities`} className={grid}>
      {communities.map((community) => (
        <li key={community.id} className="min-w-0">
          <Row community={community} />
        </li>
      ))}
    </ul>
  );
}

function Row({ community }: { community: Community }) {
  const { unread } = community.viewer;
  return (
    <Link to={`/communities/${community.id}`} className={clsx(row, "rounded-md hover:bg-hover")}>
      <CommunityIcon community={community} size={36} />
      <span className="min-w-0 flex-1" title={community.name} dir="auto">
        <span
          className={clsx("block truncate text-14", unread > 0 ? "font-semibold" : "font-medium")}
        >
          {community.name}
        </span>
        <span className="block truncate text-12 text-ink-3">{rowSubtitle(community)}</span>
      </span>
      <Count tone="tint" value={unread} label={t({ message: "new", context: "after a number" })} />
    </Link>
  );
}

function HomeCommunitiesSkeleton() {
  return (
    <LoadingRegion label={t`Loading communities`} className={grid}>
      {["a", "b", "c", "d"].map((line) => (
        <div key={line} className={row}>
          <Skeleton className="size-9 shrink-0 rounded-[28%]!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-28" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
