import { t } from "@lingui/core/macro";
import { useInfiniteQuery, type UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Community } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { Discover, listedCommunities, joinableCommunities } from "./discover.tsx";
import { JoinWithCodeButton } from "./joining/code-button.tsx";
import { OwnRequests } from "./joining/own-requests.tsx";
import { RejectedRequests } from "./joining/rejected-requests.tsx";
import { QueryContent } from "./query-content.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { communityListQuery } from "./queries.ts";

/** Shown while no community is open: communities to join, and first steps for new members. */
export function WelcomePane() {
  const mine = useInfiniteQuery(communityListQuery("mine"));
  const open = useInfiniteQuery(communityListQuery("discover"));
  return (
    <section
      aria-label={t`Find a community`}
      data-pane="welcome"
      className="grid min-h-full flex-1 place-items-center overflow-y-auto py-8 max-md:block max-md:min-h-0 max-md:overflow-visible max-md:pt-0"
    >
      {/* The list next to this pane already shows the error. */}
      <QueryContent query={mine} skeleton={<DiscoverSkeleton />} renderFailure={() => null}>
        {(cached) => (
          <QueryContent
            query={open}
            skeleton={<DiscoverSkeleton />}
            renderFailure={(error, retry) => (
              <PaneFailure error={error} what="communities" onRetry={retry} />
            )}
          >
            {(found) =>
              cached.pages.every((page) => page.items.length === 0) ? (
                <NoneYet open={joinableCommunities(found).length}>
                  <EntryOptions {...{ held: cached, found, open }} />
                </NoneYet>
              ) : (
                <NoneOpen>
                  <EntryOptions
                    {...{ held: cached, found, open }}
                    heading={t`Listed communities`}
                  />
                </NoneOpen>
              )
            }
          </QueryContent>
        )}
      </QueryContent>
    </section>
  );
}

/** Pending requests, rejected requests, listed communities and the join-by-code button. */
function EntryOptions(props: {
  held: LoadedPages<Community>;
  found: LoadedPages<Community>;
  open: UseInfiniteQueryResult;
  heading?: string;
}) {
  const { held: cached, found, open, heading } = props;
  return (
    <>
      <OwnRequests />
      <RejectedRequests
        mine={cached.pages.flatMap((page) => page.items)}
        listed={listedCommunities(found)}
      />
      <Discover data={found} more={open} {...(heading !== undefined && { heading })} />
      <div className="mt-6 flex justify-center">
        <JoinWithCodeButton />
      </div>
    </>
  );
}

function NoneYet({ open, children }: { open: number; children: ReactNode }) {
  return (
    <EmptyState
      title={t`No communities yet`}
      text={
        open > 0
          ? t`You can join these communities, or start your own with the plus button.`
          : t`Start one with the plus button, or ask a member for access to theirs.`
      }
      className="md:-mt-6"
    >
      {children}
    </EmptyState>
  );
}

/** On a phone the list itself is the main content. */
function NoneOpen({ children }: { children: ReactNode }) {
  return (
    <div className="w-full max-w-[520px] px-4">
      <div className="max-md:hidden">
        <EmptyState title={t`Choose a community`} text={t`Its threads will open here.`} />
      </div>
      {children}
    </div>
  );
}

function DiscoverSkeleton() {
  return (
    <LoadingRegion label={t`Loading communities`} className="w-full max-w-[520px] px-4">
      {["w-40", "w-52", "w-44"].map((width) => (
        <div key={width} className="flex items-center gap-3.5 py-3">
          <Skeleton className="size-9 rounded-[28%]!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-28" />
          </div>
          <Skeleton className="h-8 w-14 rounded-sm!" />
        </div>
      ))}
    </LoadingRegion>
  );
}
