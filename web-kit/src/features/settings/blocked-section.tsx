import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { BlockedPerson } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { formatDate } from "../../ui/time.ts";
import { useRelationship } from "../profile/use-relationship.ts";
import { blockedQuery } from "./queries.ts";

export function BlockedSection() {
  return (
    <Paged
      query={useInfiniteQuery(blockedQuery)}
      waiting={<BlockedSkeleton />}
      failure={t`Failed to load blocked people. Please try again.`}
      empty={
        <p className="text-14 text-ink-2">{t`You block nobody. You can block a member on their profile; they are not told.`}</p>
      }
    >
      {(people) => (
        <ul aria-label={t`Blocked people`} className="divide-y divide-line-soft">
          {people.map((person) => (
            <Row key={person.userId} person={person} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function BlockedSkeleton() {
  return (
    <LoadingRegion className="flex items-center gap-3">
      <Skeleton className="size-9 rounded-full!" />
      <Skeleton className="h-4 w-40" />
    </LoadingRegion>
  );
}

function Row({ person }: { person: BlockedPerson }) {
  const relationship = useRelationship(person);
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={person.displayName} src={person.profilePicture} size={36} />
      <div className="min-w-0 flex-1">
        <Link
          to={`/profile/${person.userId}`}
          className="block truncate text-14 font-semibold hover:underline"
        >
          <PersonName name={person.displayName} />
        </Link>
        <p className="text-12 text-ink-3">{t`Blocked on ${{ date: formatDate(person.blockedAt) }}`}</p>
      </div>
      <Button
        size="sm"
        aria-label={t`Unblock ${{ name: person.displayName }}`}
        busy={relationship.isPending}
        onClick={() => relationship.mutate({ relationship: "block", on: false })}
      >{t`Unblock`}</Button>
    </li>
  );
}
