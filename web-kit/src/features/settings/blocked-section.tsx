import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { BlockedPerson } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { formatDate } from "../../ui/time.ts";
import { useTie } from "../profile/use-tie.ts";
import { blockedQuery } from "./queries.ts";

export function BlockedSection() {
  const list = useInfiniteQuery(blockedQuery);
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        title="Failed to load blocked people. Please try again."
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (list.data === undefined) {
    return (
      <LoadingRegion className="flex items-center gap-3">
        <Skeleton className="size-9 rounded-full!" />
        <Skeleton className="h-4 w-40" />
      </LoadingRegion>
    );
  }
  const people = list.data.pages.flatMap((page) => page.items);
  if (people.length === 0) {
    return (
      <p className="text-14 text-ink-2">
        You block nobody. You can block a member on their profile; they are not told.
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Blocked people" className="divide-y divide-line-soft">
        {people.map((person) => (
          <Row key={person.userId} person={person} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          className="mt-4"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ person }: { person: BlockedPerson }) {
  const tie = useTie(person);
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={person.displayName} src={person.profilePicture} size={36} />
      <div className="min-w-0 flex-1">
        <Link
          to={`/profile/${person.userId}`}
          className="block truncate text-14 font-semibold hover:underline"
        >
          {person.displayName}
        </Link>
        <p className="text-12 text-ink-3">Blocked on {formatDate(person.blockedAt)}</p>
      </div>
      <Button
        size="sm"
        aria-label={`Unblock ${person.displayName}`}
        busy={tie.isPending}
        onClick={() => tie.mutate({ tie: "block", on: false })}
      >
        Unblock
      </Button>
    </li>
  );
}
