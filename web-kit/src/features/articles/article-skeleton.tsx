import { t } from "@lingui/core/macro";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";

export function ArticleSkeleton() {
  return (
    <LoadingRegion label={t`Loading the Insight`} className="flex flex-col gap-4">
      <Skeleton className="h-9 w-[80%]" />
      <Skeleton className="h-4 w-56" />
      {["a", "b", "c", "d"].map((part) => (
        <Skeleton key={part} className="mt-2 h-20 w-full" />
      ))}
    </LoadingRegion>
  );
}
