import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type {
  AffiliationOverview,
  OpenItem,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { errorMessage, ProblemError } from "@guildhall/web-kit/api/problem.ts";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { ROLE_TEXTS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { AccessDenied } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { HandoverNote } from "../handover/handover-note.tsx";
import { isTabFor, MANAGE_TABS, useManage } from "./manage-context.ts";
import { itemLabel, itemTab } from "./open-items.ts";
import { overviewQuery } from "./queries.ts";

/** The figures of an affiliation and the items that wait for its role holders. */
export function OverviewTab() {
  const { affiliation } = useManage();
  return (
    <div className="flex max-w-[860px] flex-col gap-7 px-4 py-6 md:px-6">
      <HandoverNote affiliation={affiliation} />
      <QueryContent
        query={useQuery(overviewQuery(affiliation.id))}
        skeleton={<OverviewSkeleton />}
        renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
      >
        {(overview) => <Overview overview={overview} />}
      </QueryContent>
    </div>
  );
}

function Overview({ overview }: { overview: AffiliationOverview }) {
  const { affiliation } = useManage();
  const { role, memberCount, newMembers, pendingRequests, openInvitations } = overview;
  const figures = [
    { label: t`Members`, value: memberCount, text: t`${newMembers} new in 30 days` },
    ...(mayOpen("requests") ? [{ label: t`Pending requests`, value: pendingRequests }] : []),
    ...(mayOpen("invitations") ? [{ label: t`Open invitations`, value: openInvitations }] : []),
  ];
  function mayOpen(path: string) {
    return MANAGE_TABS.some((tab) => tab.path === path && isTabFor(affiliation, tab));
  }
  return (
    <>
      <section aria-labelledby="open-items">
        <h2 id="open-items" className="text-16 font-semibold">{t`Open items`}</h2>
        {overview.items.length === 0 ? (
          <p className="mt-2 text-14 text-ink-2">{t`Nothing is waiting for you.`}</p>
        ) : (
          <ul className="mt-1 divide-y divide-line-soft">
            {overview.items.map((item) => (
              <OpenItemRow key={item.kind} item={item} />
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures" className="text-16 font-semibold">{t`Figures`}</h2>
        <dl className="mt-2 grid gap-3 sm:grid-cols-3">
          {figures.map(({ label, value, text }) => (
            <div key={label} className="rounded-lg px-4 py-3 edge-line">
              <dt className="text-12 text-ink-3">{label}</dt>
              <dd className="text-24 font-semibold tabular-nums">{formatNumber(value)}</dd>
              {text !== undefined && <dd className="text-12 text-ink-3">{text}</dd>}
            </div>
          ))}
        </dl>
      </section>
      <p className="text-13 text-ink-2">
        {role === null ? t`You manage this affiliation as staff.` : `${ROLE_TEXTS[role]}.`}{" "}
        <Link to={affiliationPath(affiliation)} className="link">{t`View Affiliation Page`}</Link>
      </p>
    </>
  );
}

function OpenItemRow({ item }: { item: OpenItem }) {
  const { root } = useManage();
  const { title, action } = itemLabel(item);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <p className="min-w-0 flex-1 basis-56">
        <span className="block text-14 font-medium">{title}</span>
        {item.since !== null && (
          <span className="block text-12 text-ink-3">
            <Trans>
              Oldest: <RelativeTime time={item.since} />
            </Trans>
          </span>
        )}
      </p>
      {action !== null && (
        <Link
          to={`${root}/${itemTab(item.kind)}`}
          aria-label={`${action}: ${title}`}
          className={buttonClass({})}
        >
          {action}
        </Link>
      )}
    </li>
  );
}

/** A failed load of a section; a refusal has no retry. */
export function LoadFailure({ error, retry }: { error: Error; retry: () => void }): ReactNode {
  if (error instanceof ProblemError && [403, 404].includes(error.status)) {
    return <AccessDenied>{error.detail}</AccessDenied>;
  }
  return (
    <ErrorState
      className="py-16"
      title={errorMessage(error, t`Failed to load affiliation data`)}
      onRetry={retry}
    />
  );
}

function OverviewSkeleton() {
  return (
    <LoadingRegion label={t`Loading the overview`} className="flex flex-col gap-4">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
      <div className="grid gap-3 sm:grid-cols-3">
        <Skeleton className="h-20 rounded-lg!" />
        <Skeleton className="h-20 rounded-lg!" />
        <Skeleton className="h-20 rounded-lg!" />
      </div>
    </LoadingRegion>
  );
}
