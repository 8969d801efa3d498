import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { errorMessage } from "../../api/problem.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import type { Search } from "./use-search.ts";

/** Search results in their loading, error, empty and loaded states. */
export function ResultsState(props: { search: Search; count: number; children: ReactNode }) {
  const { search, count } = props;
  const { error, refetch } = search.found;
  if (error !== null) {
    return (
      <>
        <ErrorState
          className={count > 0 ? "py-6" : "py-10"}
          title={errorMessage(error, t`Search failed. Please try again.`)}
          onRetry={() => void refetch()}
        />
        {count > 0 && props.children}
      </>
    );
  }
  if (count > 0) return props.children;
  if (!search.isAnswered) return <Waiting />;
  return (
    <EmptyState
      className="py-12"
      picture={null}
      title={t`Nothing found for “${{ text: search.wanted }}”`}
      text={t`Try fewer letters, or another word.`}
    />
  );
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
