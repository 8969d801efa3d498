import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { TabNav } from "../../../ui/tab-nav.tsx";
import { LoadError, TableSkeleton } from "../parts.tsx";
import { useStaffPermissions } from "../permissions.ts";
import { userQuery } from "../queries.ts";
import { StaffPage } from "../staff-page.tsx";
import { StatusBadges } from "../status-badges.tsx";
import { fullNameOf } from "./action-texts.ts";
import { staffRoleLabel } from "./role-labels.ts";
import { userTabs } from "./user-tabs.ts";

/** One account: its data, actions, sessions, content, tickets, notes and history. */
export function UserScreen() {
  const { userId = "" } = useParams();
  const { data, error, refetch } = useQuery(userQuery(userId));
  const name = data === undefined ? t`User` : `${data.firstName} ${data.lastName}`.trim();
  return (
    <StaffPage title={name} back="/staff/users">
      {data === undefined ? (
        error === null ? (
          <TableSkeleton />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Account user={data} name={name} />
      )}
    </StaffPage>
  );
}

function Account({ user, name }: { user: StaffUser; name: string }) {
  const { tab: slug = "" } = useParams();
  const tabs = userTabs(useStaffPermissions());
  const root = `/staff/users/${user.id}`;
  const shown = tabs.find((tab) => tab.slug === slug);
  if (shown === undefined) return <Navigate to={root} replace />;
  return (
    <>
      <div className="flex items-center gap-4 px-4 pt-4 md:px-6">
        <Avatar name={name} src={user.profilePicture} size={56} />
        <div className="min-w-0">
          <p className="truncate text-15 font-semibold md:hidden">
            <PersonName name={name} />
          </p>
          <p className="truncate text-14 text-ink-2">
            <bdi dir="ltr">
              {user.handle === null ? user.email : `@${user.handle} · ${user.email}`}
            </bdi>
          </p>
          <span className="inline-flex flex-wrap gap-1">
            <StatusBadges user={user} />
            {user.staffRole !== null && <Badge tone="line">{staffRoleLabel(user.staffRole)}</Badge>}
          </span>
        </div>
      </div>
      <TabNav
        label={t`Sections of this account`}
        tabs={tabs.map((tab) => ({
          to: tab.slug === "" ? root : `${root}/${tab.slug}`,
          label: tab.label,
          end: tab.slug === "",
        }))}
      />
      <shown.Content user={user} name={fullNameOf(user)} />
    </>
  );
}
