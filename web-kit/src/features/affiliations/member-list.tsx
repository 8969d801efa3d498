import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import type { Affiliation, Person } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { useMe } from "../accounts/queries.ts";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";
import { affiliationMembersQuery, MEMBERS_SHOWN } from "./queries.ts";

const grid = "mt-2 grid gap-x-8 sm:grid-cols-2";
const row = "flex items-center gap-3 py-2.5";

/**
 * The first members, for signed-in viewers. Private affiliations and portals list them for members
 * only (P-05).
 */
export function MemberList({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  const { portal } = useBoot();
  const { isMember, isAdmin } = affiliation.viewer;
  const isOpen = portal === null && (isAdmin || !affiliation.isPrivate);
  const mayLook = me !== null && (isMember || isOpen);
  const { data, error, refetch } = useQuery({
    ...affiliationMembersQuery(affiliation.id),
    enabled: mayLook,
  });
  const expected = Math.min(data?.items.length ?? affiliation.memberCount, MEMBERS_SHOWN);
  if (!mayLook || expected === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-16 font-semibold">{t`Members`}</h2>
      {data !== undefined ? (
        <ul className={grid}>
          {data.items.map((person) => (
            <Row key={person.userId} person={person} here={affiliation.id} />
          ))}
        </ul>
      ) : error === null ? (
        <MemberListSkeleton rows={expected} />
      ) : (
        <ErrorState
          className="py-6"
          title={t`The members could not be loaded`}
          text={errorMessage(error, t`Something went wrong. Please try again.`)}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

function Row({ person, here }: { person: Person; here: string }) {
  const others = person.affiliations.filter(({ id }) => id !== here);
  return (
    <li className={row}>
      <PersonPicture person={person} size={36} />
      <span className="min-w-0">
        <span className="flex items-baseline gap-1.5">
          <PersonTrigger person={person} className="min-w-16 truncate text-14 font-medium" />
          <AffiliationBadges affiliations={others} className="shrink-2" />
        </span>
        {person.handle !== null && (
          <span className="block truncate text-13 text-ink-3">
            <bdi>@{person.handle}</bdi>
          </span>
        )}
      </span>
    </li>
  );
}

/** As tall as the loaded list, so that the content below does not move. */
function MemberListSkeleton({ rows }: { rows: number }) {
  return (
    <LoadingRegion>
      <ul className={grid}>
        {Array.from({ length: rows }, (_, index) => (
          <li key={index} className={row}>
            <Skeleton className="size-9 shrink-0 rounded-full" />
            <span>
              <span className="flex h-[1lh] items-center text-14">
                <Skeleton className="h-3 w-36" />
              </span>
              <span className="flex h-[1lh] items-center text-13">
                <Skeleton className="h-3 w-24" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </LoadingRegion>
  );
}
