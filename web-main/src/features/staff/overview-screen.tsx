import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { StaffOverview } from "@guildhall/web-kit/api/staff-types.ts";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { LoadError } from "./parts.tsx";
import { ActionItems } from "./overview/action-items.tsx";
import { Trends } from "./overview/trends.tsx";
import { usePermission, useStaffPermissions } from "./permissions.ts";
import { overviewQuery } from "./queries.ts";
import { sectionAt } from "./sections.ts";
import { StaffNav } from "./staff-frame.tsx";
import { SetupChecklist } from "./setup/setup-checklist.tsx";
import { StaffPage } from "./staff-page.tsx";

/** The items that need an action, the trends, and the counts of all objects. */
export function OverviewScreen() {
  const { data, error, refetch } = useQuery(overviewQuery);
  const sets = usePermission("administration");
  return (
    <StaffPage title={t`Overview`} back="/communities">
      {sets && <SetupChecklist />}
      {data === undefined ? (
        error === null ? (
          <OverviewSkeleton />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <ActionItems items={data.items} hasMore={data.moreItems} />
          <Trends trends={data.trends} />
          <Figures overview={data} />
        </>
      )}
      <div className="mt-4 px-2 md:hidden">
        <StaffNav className="h-12 text-15" skip="" />
      </div>
    </StaffPage>
  );
}

interface Figure {
  label: string;
  value: number;
  note: string;
  to: string | null;
}

function figuresOf(overview: StaffOverview): Figure[] {
  return [
    {
      label: t`Users`,
      value: overview.users,
      note: t`${{ count: overview.newUsers }} new this week`,
      to: "/staff/users",
    },
    { label: t`Paused`, value: overview.pausedUsers, note: t`accounts`, to: null },
    { label: t`Banned or suspended`, value: overview.suspendedUsers, note: t`accounts`, to: null },
    { label: t`Staff`, value: overview.staff, note: t`members of staff`, to: null },
    {
      label: t`Waitlist`,
      value: overview.waitlistPending,
      note: t`${{ invited: overview.waitlistInvited }} invited, ${{ declined: overview.waitlistDeclined }} declined`,
      to: "/staff/waitlist",
    },
    {
      label: t`Invite codes`,
      value: overview.usableInviteCodes,
      note: t`usable now`,
      to: "/staff/invite-codes",
    },
    {
      label: t`Affiliation requests`,
      value: overview.affiliationRequestsPending,
      note: t`pending`,
      to: "/staff/affiliation-requests",
    },
    {
      label: t`Affiliations`,
      value: overview.affiliations,
      note: t`on this network`,
      to: "/affiliations",
    },
    {
      label: t`Communities`,
      value: overview.communities,
      note: t`on this network`,
      to: "/staff/communities",
    },
    {
      label: t`Security alerts`,
      value: overview.recentAlerts,
      note: t`this week`,
      to: "/staff/security-alerts",
    },
    {
      label: t`Audit log`,
      value: overview.recentAudit,
      note: t`entries this week`,
      to: "/staff/audit",
    },
  ];
}

function Figures({ overview }: { overview: StaffOverview }) {
  const permissions = useStaffPermissions();
  const mayOpen = (to: string) => {
    const section = sectionAt(to);
    return section === undefined || permissions.has(section.needs);
  };
  return (
    <dl
      aria-label={t`Totals`}
      className="mx-4 mt-6 grid grid-cols-2 overflow-hidden rounded-lg edge-line md:mx-6 lg:grid-cols-4 xl:grid-cols-6"
    >
      {figuresOf(overview).map(({ label, value, note, to }) => (
        // The lines belong to the cells: an incomplete row has no grey block at its end.
        <div key={label} className="px-4 py-3.5 shadow-[1px_1px_0_var(--line)]">
          <dt className="text-13 text-ink-2">
            {to === null || !mayOpen(to) ? (
              label
            ) : (
              <Link to={to} className="link">
                {label}
              </Link>
            )}
          </dt>
          <dd className="mt-0.5 text-24 font-semibold tabular-nums">{formatNumber(value)}</dd>
          <dd className="text-12 text-ink-2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function OverviewSkeleton() {
  return (
    <LoadingRegion className="mt-4 grid grid-cols-2 gap-3 px-4 md:px-6 lg:grid-cols-4 xl:grid-cols-6">
      {["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"].map((figure) => (
        <Skeleton key={figure} className="h-20 w-full" />
      ))}
    </LoadingRegion>
  );
}
