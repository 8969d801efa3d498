import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { useSearchParam } from "../../shell/use-search-param.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LongList } from "../../ui/long-list.tsx";
import { Paged } from "../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { parseFilter, isFiltered, toSearchParams } from "./filter.ts";
import { Filters } from "./filters.tsx";
import { PersonRow } from "./person-row.tsx";
import { type DirectoryFilter, directoryQuery } from "./queries.ts";
import { useSaveSearch } from "./recent-searches.tsx";

/** Estimated height of a row in pixels. */
const ROW_HEIGHT_PX = 92;

/** The directory of members; its filters are kept in the address. */
export function NetworkScreen() {
  const [filter, change] = useSearchParam(parseFilter, toSearchParams);
  const { portal } = useBoot();
  const affiliation = portal?.affiliationName ?? "";
  return (
    <ReadingPage title={t`Network`}>
      <Title>{t`Network`}</Title>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Network`}</h1>
      <p className="mt-1 text-15 text-ink-2">
        {portal === null ? t`Members listed in the directory.` : t`The members of ${affiliation}.`}
      </p>
      <Filters filter={filter} onChange={change} />
      <People filter={filter} onClear={() => change({ q: "", affiliation: "", industry: "" })} />
    </ReadingPage>
  );
}

function People({ filter, onClear }: { filter: DirectoryFilter; onClear: () => void }) {
  const keep = useSaveSearch();
  const query = useInfiniteQuery(directoryQuery(useDeferredValue(filter)));
  return (
    <Paged
      query={query}
      waiting={<DirectorySkeleton />}
      failure={t`Failed to load members. Please try again.`}
      empty={<NoMatches filtered={isFiltered(filter)} onClear={onClear} />}
    >
      {(people) => (
        <LongList
          label={t`Members`}
          items={people}
          idOf={({ userId }) => userId}
          rowHeight={ROW_HEIGHT_PX}
          more={query}
          className="mt-5 border-t border-line"
          rowClassName="border-b border-line-soft last:border-b-0"
        >
          {(person) => <PersonRow person={person} onOpen={() => keep(filter.q)} />}
        </LongList>
      )}
    </Paged>
  );
}

function NoMatches({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <EmptyState
      className="py-12"
      picture="stair"
      title={t`Nobody found`}
      text={t`No listed members match these filters.`}
      action={<Button onClick={onClear}>{t`Clear filters`}</Button>}
    />
  ) : (
    <EmptyState
      className="py-12"
      picture="stair"
      title={t`No members yet`}
      text={t`Members appear here once they choose to be listed.`}
    />
  );
}

function DirectorySkeleton() {
  return (
    <LoadingRegion className="mt-5 flex flex-col divide-y divide-line-soft border-t border-line">
      {["a", "b", "c", "d", "e"].map((row) => (
        <div key={row} className="flex items-center gap-4 py-4">
          <Skeleton className="size-11 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
