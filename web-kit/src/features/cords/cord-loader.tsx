import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemError } from "../../api/client.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import type { Cord } from "./contract.ts";
import { cordQuery } from "./queries.ts";

export interface CordLoaderProps {
  userId: string;
  children: (cord: Cord) => ReactNode;
}

/** Loads the cord with a person. Renders nothing if there can be none, as with a hidden person. */
export function CordLoader({ userId, children }: CordLoaderProps) {
  const { data, error, refetch } = useQuery(cordQuery(userId));
  if (data !== undefined) return children(data);
  if (error === null) return <Waiting />;
  if (error instanceof ProblemError && error.status === 404) return null;
  return (
    <ErrorState
      className="py-4"
      title={t`Failed to load your cord. Please try again.`}
      onRetry={() => void refetch()}
    />
  );
}

function Waiting() {
  return (
    <LoadingRegion label={t`Loading your cord`} className="flex flex-col gap-3">
      <div className="flex justify-between">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-28" />
      </div>
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-full" />
    </LoadingRegion>
  );
}
