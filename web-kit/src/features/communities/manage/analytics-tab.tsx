import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { ProblemError, errorMessage } from "../../../api/problem.ts";
import { formatNumber } from "../../../language/format.ts";
import type { CommunityAnalytics } from "../../../api/types.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { BarChart } from "../../../ui/bar-chart.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { analyticsQuery } from "./analytics-query.ts";
import { dailyBars, hourlyBars, percentOfMax } from "./analytics-bars.ts";
import { AccessDenied } from "./parts.tsx";
import { useManage } from "./manage-context.ts";

const WINDOWS = [7, 30, 90] as const;

/** The community's activity in the viewer's days and hours. */
export function AnalyticsTab() {
  const { community } = useManage();
  const [days, setDays] = useState<number>(30);
  const query = useQuery({
    ...analyticsQuery(community.id, days),
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = query;
  if (data === undefined && error instanceof ProblemError && error.status === 403) {
    return <AccessDenied>{error.detail}</AccessDenied>;
  }
  return (
    <div className="flex flex-col gap-4 px-4 py-4 md:px-6">
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <legend className="sr-only">{t`Period`}</legend>
        {WINDOWS.map((window) => (
          <label key={window} className="flex items-center gap-1.5 max-md:min-h-11">
            <input
              type="radio"
              name="window"
              className="size-4 accent-(--brand-line)"
              checked={days === window}
              onChange={() => setDays(window)}
            />
            {t`${window} days`}
          </label>
        ))}
      </fieldset>
      {data === undefined && error === null && <AnalyticsSkeleton />}
      {data === undefined && error !== null && (
        <ErrorState
          title={errorMessage(error, t`Failed to get analytics`)}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && <Figures figures={data} days={days} />}
    </div>
  );
}

function AnalyticsSkeleton() {
  return (
    <LoadingRegion label={t`Loading analytics`} className="flex flex-col gap-4">
      <Skeleton className="h-20 w-full rounded-lg!" />
      <Skeleton className="h-60 w-full rounded-lg!" />
      <Skeleton className="h-60 w-full rounded-lg!" />
    </LoadingRegion>
  );
}

function Figures({ figures, days }: { figures: CommunityAnalytics; days: number }) {
  const left = formatNumber(figures.left);
  const cards = [
    {
      label: t`Active members`,
      value: formatNumber(figures.activeMembers),
      note: t`in ${{ days: 7 }} days`,
    },
    { label: t`Posts and replies`, value: formatNumber(figures.posts), note: t`in ${days} days` },
    {
      label: t`New members`,
      value: formatNumber(figures.joined),
      note: t({ message: `${left} left`, context: "members who left" }),
    },
    { label: t`Retention`, value: t`${{ rate: figures.retentionRate }}%`, note: t`of new members` },
  ];
  return (
    <>
      <h2 className="sr-only">{t`Analytics`}</h2>
      <dl className="grid grid-cols-2 overflow-hidden rounded-lg edge-line lg:grid-cols-4">
        {cards.map(({ label, value, note }) => (
          <div key={label} className="px-4 py-3.5 shadow-[1px_1px_0_var(--line)]">
            <dt className="text-13 text-ink-2">{label}</dt>
            <dd className="mt-1 text-20 font-semibold tabular-nums">
              {value} <span className="text-12 font-normal text-ink-3 max-md:block">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <BarChart
          title={t`Posts by day`}
          text={t`The last seven days, including today`}
          of={t`Day`}
          counts={t`Posts`}
          bars={dailyBars(figures)}
        />
        <BarChart
          title={t`Posts by hour`}
          text={t`The last 24 hours, including this one`}
          of={t`Hour`}
          counts={t`Posts`}
          bars={hourlyBars(figures)}
        />
        <TopPosters figures={figures} />
        <TopThreads figures={figures} />
      </div>
    </>
  );
}

function TopPosters({ figures: { topPosters } }: { figures: CommunityAnalytics }) {
  return (
    <section aria-labelledby="top-posters" className="rounded-lg px-4 py-4 edge-line md:px-5">
      <h3 id="top-posters" className="text-14 font-semibold">{t`Most active authors`}</h3>
      <p className="text-12 text-ink-3">{t`In the latest 100 posts`}</p>
      {topPosters.length === 0 ? (
        <p className="mt-3 text-13 text-ink-2">{t`Shown once there are more than 10 posts.`}</p>
      ) : (
        <ol className="mt-3 flex flex-col gap-3">
          {topPosters.map(({ person, posts }) => (
            <li key={person.userId} className="flex items-center gap-3 text-14">
              <Avatar name={person.displayName} src={person.profilePicture} size={28} />
              <Link to={`/profile/${person.userId}`} className="min-w-0 truncate hover:underline">
                <PersonName name={person.displayName} />
              </Link>
              <Share value={posts} share={percentOfMax(posts, topPosters)} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function TopThreads({ figures }: { figures: CommunityAnalytics }) {
  const { topThreads, communityId } = figures;
  return (
    <section aria-labelledby="top-threads" className="rounded-lg px-4 py-4 edge-line md:px-5">
      <h3 id="top-threads" className="text-14 font-semibold">{t`Busiest threads`}</h3>
      <p className="text-12 text-ink-3">{t`By posts and replies`}</p>
      {topThreads.length === 0 ? (
        <p className="mt-3 text-13 text-ink-2">{t`No posts in this period.`}</p>
      ) : (
        <ol className="mt-3 flex flex-col gap-3">
          {topThreads.map(({ threadId, caption, posts }) => (
            <li key={threadId} className="flex min-h-7 items-center gap-3 text-14">
              <Link
                to={`/communities/${communityId}/threads/${threadId}`}
                className="min-w-0 truncate hover:underline"
                dir="auto"
              >
                {caption}
              </Link>
              <Share value={posts} share={percentOfMax(posts, topThreads)} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** A number with a bar relative to the largest number. */
function Share({ value, share }: { value: number; share: number }) {
  return (
    <span className="ms-auto flex shrink-0 items-center gap-3">
      <span aria-hidden className="h-2 w-20 rounded-xs bg-selected">
        <span className="block h-full rounded-xs bg-brand-line" style={{ width: `${share}%` }} />
      </span>
      <span className="w-8 text-end tabular-nums">{formatNumber(value)}</span>
    </span>
  );
}
