import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { AuditTable } from "./audit-table.tsx";
import { LoadError, Pages, TableSkeleton } from "./parts.tsx";
import { auditQuery, staffKey, userQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";
import { StatusBadges } from "./status-badges.tsx";
import { UserActions } from "./user-actions.tsx";

/** One account: its data, actions and audit entries. */
export function UserScreen() {
  const { userId = "" } = useParams();
  const { data, error, refetch } = useQuery(userQuery(userId));
  const name = data === undefined ? "User" : `${data.firstName} ${data.lastName}`.trim();
  return (
    <StaffPage title={name} back="/staff/users">
      {data === undefined ? (
        error === null ? (
          <TableSkeleton />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <About user={data} name={name} />
      )}
    </StaffPage>
  );
}

function About({ user, name }: { user: StaffUser; name: string }) {
  const me = useMe();
  const cache = useQueryClient();
  const audit = useInfiniteQuery(auditQuery({ subjectKind: "account", subjectId: user.id }));
  const changed = () => cache.invalidateQueries({ queryKey: staffKey });
  return (
    <div className="flex flex-col gap-6 pt-4">
      <div className="flex items-center gap-4 px-4 md:px-6">
        <Avatar name={name} src={user.profilePicture} size={56} />
        <div className="min-w-0">
          <p className="truncate text-15 font-semibold md:hidden">
            <PersonName name={name} />
          </p>
          <p className="truncate text-14 text-ink-2">
            {user.handle === null ? user.email : `@${user.handle} · ${user.email}`}
          </p>
          <StatusBadges user={user} />
        </div>
      </div>
      {me?.id === user.id ? (
        <p className="px-4 text-13 text-ink-2 md:px-6">
          This is your own account. Another member of staff has to change it.
        </p>
      ) : (
        <UserActions user={user} onChanged={changed} />
      )}
      <Facts user={user} />
      <section aria-label="History">
        <h2 className="px-4 text-15 font-semibold md:px-6">History</h2>
        <Pages
          query={audit}
          empty={<p className="px-4 pt-2 text-13 text-ink-2 md:px-6">No activity yet.</p>}
        >
          {(entries) => <AuditTable entries={entries} subject={false} />}
        </Pages>
      </section>
    </div>
  );
}

const moment = (time: string | null) => (time === null ? "–" : formatMoment(time));

function secondFactorOf({ hasTotp, passkeys, secondFactorRequired }: StaffUser): string {
  const ways = [
    hasTotp && "Authenticator app",
    passkeys > 0 && `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}`,
  ].filter((way) => way !== false);
  const has = ways.length === 0 ? "None" : ways.join(", ");
  return secondFactorRequired ? `${has}, required` : has;
}

function Facts({ user }: { user: StaffUser }) {
  const tierEnd =
    user.subscriptionEndDate === null ? "" : ` until ${moment(user.subscriptionEndDate)}`;
  const facts: [string, ReactNode][] = [
    ["User ID", <code key="id">{user.id}</code>],
    ["Joined", moment(user.joinedDate)],
    ["Last sign-in", moment(user.lastLogin)],
    ["Signed-in browsers", user.sessions],
    ["Password", user.passwordResetRequired ? "A new one is required" : "In use"],
    ["Second factor", secondFactorOf(user)],
    ["Email", user.emailVerified && !user.markedUnverified ? "Verified" : "Not verified"],
    ["Onboarding", user.hasCompletedOnboarding ? "Complete" : "Not complete"],
    ["Tier", `${user.subscription}${tierEnd}`],
    ["Communities", user.communities],
    ["Affiliations", user.affiliations.map(({ name }) => name).join(", ") || "–"],
    ["Paused until", user.accountStatus === "paused" ? moment(user.pausedUntil) : "–"],
    ["Reason for the pause", user.pauseReason ?? "–"],
    [
      "Legal documents",
      user.legalAcknowledgements
        .filter(({ door: site }) => site === "main")
        .map(({ document, version }) => `${document} ${version}`)
        .join(", ") || "Not acknowledged",
    ],
  ];
  return (
    <dl className="grid gap-x-8 gap-y-3 px-4 text-13 sm:grid-cols-2 md:px-6 xl:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
