import { t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import type { Community, CommunityMember } from "../../api/types.ts";
import { TextField } from "../../ui/field.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { Paged } from "../../ui/paged.tsx";
import { memberSearchQuery, membersQuery } from "./queries.ts";

export interface MemberListProps {
  community: Pick<Community, "id">;
  /** The beginning of a name or handle; empty shows all members. */
  called: string;
  waiting: ReactNode;
  /** The error message if loading failed. */
  failure: (error: Error) => string;
  children: (member: CommunityMember) => ReactNode;
}

/** The members of a community, optionally filtered by name. */
export function MemberList({ called, ...list }: MemberListProps) {
  const begin = useDeferredValue(called.trim().toLowerCase());
  return begin === "" ? <AllMembers {...list} /> : <MatchingMembers {...list} begin={begin} />;
}

type RowsProps = Omit<MemberListProps, "called">;

function AllMembers({ community, waiting, failure, children }: RowsProps) {
  const query = useInfiniteQuery(membersQuery(community.id));
  return (
    <Paged {...{ query, waiting, failure }} empty={null}>
      {(members) => <Rows {...{ members, children }} more={query} />}
    </Paged>
  );
}

function MatchingMembers(props: RowsProps & { begin: string }) {
  const { community, begin, waiting, failure, children } = props;
  const query = useQuery({
    ...memberSearchQuery(community.id, begin),
    // Keeps the previous matches while the next ones load.
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch } = query;
  return (
    <Paged
      query={{ ...NO_MORE_PAGES, data: data && { pages: [data] }, error, refetch }}
      waiting={waiting}
      failure={failure}
      empty={
        <p role="status" className="py-6 text-center text-14 text-ink-2">{t`No members match.`}</p>
      }
    >
      {(members) => <Rows {...{ members, children }} more={NO_MORE_PAGES} />}
    </Paged>
  );
}

/** A search by name returns a single page. */
const NO_MORE_PAGES: NextPages = {
  hasNextPage: false,
  isFetching: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};

const ROW_HEIGHT_PX = 57;

function Rows(props: {
  members: readonly CommunityMember[];
  more: NextPages;
  children: (member: CommunityMember) => ReactNode;
}) {
  return (
    <LongList
      label={t`Members`}
      items={props.members}
      idOf={({ userId }) => userId}
      rowHeight={ROW_HEIGHT_PX}
      more={props.more}
      rowClassName="border-b border-line-soft last:border-b-0"
    >
      {props.children}
    </LongList>
  );
}

export interface MemberSearchProps {
  value: string;
  onChange: (value: string) => void;
}

export function MemberSearch({ value, onChange }: MemberSearchProps) {
  return (
    <TextField
      type="search"
      label={t`Find by name`}
      autoComplete="off"
      leading={<Search size={15} aria-hidden className="text-ink-3" />}
      className="mb-2"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
