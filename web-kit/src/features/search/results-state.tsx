import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { errorMessage } from "../../api/problem.ts";
import { formatNumber } from "../../language/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { FilterHints } from "./filter-hints.tsx";
import { unknownFilterMessage } from "./filter-labels.ts";
import { wordsOf } from "./filter-text.ts";
import { SEARCH_CHARS_MAX } from "./queries.ts";
import type { Filters } from "./use-filters.ts";
import type { Search } from "./use-search.ts";

export interface ResultsStateProps {
  search: Search;
  filters: Filters;
  /** Number of results; an offered filter is none. */
  count: number;
  /** Id of the message about a text that is too long. */
  problemId: string;
  /** The options; false without any. */
  children: ReactNode;
}

/** Search results in their loading, error, empty and loaded states. */
export function ResultsState(props: ResultsStateProps) {
  const { search, filters, count } = props;
  const { error, refetch } = search.found;
  if (search.isTooLong) {
    return (
      <p id={props.problemId} role="alert" className="px-5 py-10 text-center text-15 text-ink-2">
        {t`A search has at most ${{ count: formatNumber(SEARCH_CHARS_MAX) }} characters besides its filters. Shorten the text.`}
      </p>
    );
  }
  if (error !== null) {
    return (
      <>
        <ErrorState
          className={count > 0 ? "py-6" : "py-10"}
          title={errorMessage(error, t`Search failed. Please try again.`)}
          onRetry={() => void refetch()}
        />
        {props.children}
      </>
    );
  }
  // While a filter is being typed, its suggestions matter more than that nothing is found.
  const isSuggesting = filters.current !== null && props.children !== false;
  if (count > 0 || isSuggesting) return props.children;
  return (
    <>
      {search.isAnswered ? <NothingFound {...{ search, filters }} /> : <Waiting />}
      {props.children}
    </>
  );
}

/** No results: which filter is unknown, or what to try. */
function NothingFound({ search, filters }: { search: Search; filters: Filters }) {
  const unknown = filters.complete.filter((one) => filters.foundFor(one)?.isKnown === false);
  const words = wordsOf(search.typed);
  const title = words === "" ? t`Nothing found` : t`Nothing found for “${{ text: words }}”`;
  return (
    <EmptyState
      className="py-12"
      picture={null}
      title={title}
      {...(unknown.length === 0 && { text: adviceFor(search, filters) })}
    >
      {unknown.length > 0 && (
        <div role="alert" className="mx-auto mt-1.5 max-w-[44ch] text-15 text-ink-2">
          {unknown.map((filter) => (
            <p key={filter.start} dir="auto">
              {unknownFilterMessage(filter)}
            </p>
          ))}
        </div>
      )}
      {filters.complete.length === 0 && (
        <div className="mt-4 flex justify-center">
          <FilterHints filters={filters} />
        </div>
      )}
    </EmptyState>
  );
}

function adviceFor({ kind }: Search, filters: Filters): string {
  if (filters.complete.length === 0) return t`Try fewer letters, or another word.`;
  return kind === "people" || kind === "communities"
    ? t`Filters do not apply to people and communities. Choose All or another kind.`
    : t`Try other words, or remove a filter.`;
}

function Waiting() {
  return (
    <LoadingRegion label={t`Searching`} className="flex flex-col px-5 py-4">
      {["w-40", "w-56", "w-48"].map((width) => (
        <div key={width} className="flex h-11 items-center gap-3">
          <Skeleton className="size-7 rounded-full!" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </LoadingRegion>
  );
}
