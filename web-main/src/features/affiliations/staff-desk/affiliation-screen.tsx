import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import type { StaffAffiliation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import type { Person } from "@guildhall/web-kit/api/types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Hallmark, VerifiedTick } from "@guildhall/web-kit/ui/mark.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { ROLE_LABELS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { FactList } from "@guildhall/web-kit/ui/fact-list.tsx";
import { AuditTable } from "../../staff/audit/audit-table.tsx";
import { LoadError, Pages, TableSkeleton } from "../../staff/parts.tsx";
import { auditQuery } from "../../staff/queries.ts";
import { StaffPage } from "../../staff/staff-page.tsx";
import { AffiliationActions } from "./affiliation-actions.tsx";
import { DetailsForm } from "./details-form.tsx";
import { memberCountText, STATES } from "./labels.ts";
import { staffAffiliationQuery } from "./queries.ts";

/** One affiliation for staff: its state, every field, its people and its history. */
export function StaffAffiliationScreen() {
  const { affiliationId = "" } = useParams();
  const { data, error, refetch } = useQuery(staffAffiliationQuery(affiliationId));
  return (
    <StaffPage title={data?.name ?? t`Affiliation`} back="/staff/affiliations">
      {data !== undefined ? (
        <About key={data.id} affiliation={data} />
      ) : error === null ? (
        <TableSkeleton />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
    </StaffPage>
  );
}

function About({ affiliation }: { affiliation: StaffAffiliation }) {
  const log = useInfiniteQuery(
    auditQuery({ subjectKind: "affiliation", subjectId: affiliation.id }),
  );
  const { name, logo, state, isPrivate, isVerified, memberCount } = affiliation;
  return (
    <div className="flex flex-col gap-7 pt-4">
      <div className="flex items-center gap-4 px-4 md:px-6">
        <Hallmark {...{ name, logo }} size={56} tinted />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-1.5 text-14 text-ink-2">
            {memberCountText(memberCount)}
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
            {isPrivate && state !== "private" && <Badge tone="line">{t`Private`}</Badge>}
            {isVerified && <VerifiedTick size={15} />}
          </p>
        </div>
      </div>
      <StateNote affiliation={affiliation} />
      <AffiliationActions affiliation={affiliation} />
      <div className="px-4 md:px-6">
        <FactList facts={factsOf(affiliation)} />
      </div>
      {state !== "merged" && <DetailsForm affiliation={affiliation} />}
      <section aria-label={t`History`}>
        <h2 className="px-4 text-15 font-semibold md:px-6">{t`History`}</h2>
        <Pages
          query={log}
          empty={<p className="px-4 pt-2 text-13 text-ink-2 md:px-6">{t`No activity yet.`}</p>}
        >
          {(entries) => <AuditTable entries={entries} subject={false} />}
        </Pages>
      </section>
    </div>
  );
}

function StateNote({ affiliation }: { affiliation: StaffAffiliation }) {
  const { isPaused, pauseReason, pausedAt, mergedInto } = affiliation;
  if (mergedInto !== null) {
    const { name } = mergedInto;
    return (
      <Note className="mx-4 md:mx-6">
        <Trans>
          <strong className="block font-semibold">This affiliation was merged</strong>
          Its members and communities belong to{" "}
          <Link to={`/staff/affiliations/${mergedInto.id}`} className="link">
            {name}
          </Link>
          .
        </Trans>
      </Note>
    );
  }
  if (!isPaused) return null;
  return (
    <Note tone="warning" className="mx-4 md:mx-6">
      <strong className="block font-semibold">
        {pausedAt === null
          ? t`This affiliation is paused`
          : t`This affiliation is paused since ${{ moment: formatMoment(pausedAt) }}`}
      </strong>
      {t`Its page is hidden and its portal shows a notice.`}
      {pauseReason !== null && ` ${t`Reason: ${pauseReason}`}`}
    </Note>
  );
}

function factsOf(affiliation: StaffAffiliation): (readonly [string, ReactNode])[] {
  const { creator, originalRequester, admins, handover, portal, pendingRequests } = affiliation;
  return [
    [t`Address`, affiliation.urlPath === null ? t`None` : `/affiliation/${affiliation.urlPath}`],
    [
      t`Portal`,
      portal === null ? (
        t`None`
      ) : (
        <Link key="portal" to={`/staff/tenants/${portal.tenantId}`} className="link">
          {portal.subdomain}
        </Link>
      ),
    ],
    [t`Owner`, creator === null ? t`None` : <UserLink key="owner" person={creator} />],
    ...(originalRequester === null
      ? []
      : [[t`Requested by`, <UserLink key="requester" person={originalRequester} />] as const]),
    ...(handover === null
      ? []
      : [[t`Handover offered to`, <UserLink key="handover" person={handover.to} />] as const]),
    [t`Roles`, admins.length === 0 ? t`None` : <RoleList key="roles" affiliation={affiliation} />],
    [
      t`Pending requests`,
      <Link
        key="requests"
        to={`/affiliation/${affiliation.urlPath ?? affiliation.id}/manage/requests`}
        className="link"
      >
        {pendingRequests}
      </Link>,
    ],
    [t`Created`, formatMoment(affiliation.createdAt)],
    [t`Last changed`, formatMoment(affiliation.updatedAt)],
  ];
}

function RoleList({ affiliation }: { affiliation: StaffAffiliation }) {
  return (
    <ul>
      {affiliation.admins.map(({ person, role }) => (
        <li key={person.userId}>
          <UserLink person={person} /> <span className="text-ink-3">{ROLE_LABELS[role]}</span>
        </li>
      ))}
    </ul>
  );
}

function UserLink({ person }: { person: Person }) {
  return (
    <Link to={`/staff/users/${person.userId}`} className="link">
      <PersonName name={person.displayName} />
    </Link>
  );
}
