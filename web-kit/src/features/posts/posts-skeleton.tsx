import { t } from "@lingui/core/macro";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";

const ROWS = [
  ["w-24", "w-[86%]", "w-[78%]", "w-[38%]"],
  ["w-28", "w-[92%]", "w-[64%]"],
  ["w-26", "w-[82%]", "w-[86%]", "w-[54%]"],
  ["w-22", "w-[70%]"],
] as const;

/** Skeleton with the geometry of real posts. */
export function PostsSkeleton() {
  return (
    <LoadingRegion label={t`Loading posts`} className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line-soft px-8 pt-5 pb-4 max-md:hidden">
        <Skeleton className="h-4 w-[min(380px,80%)]" />
        <Skeleton className="mt-2.5 h-2.5 w-[min(260px,60%)]" />
      </div>
      <div className="flex max-w-[50rem] flex-1 flex-col gap-9 overflow-hidden px-8 pt-8 max-md:px-4">
        {ROWS.map(([name, ...lines]) => (
          <div key={name} className="flex gap-3">
            <Skeleton className="size-9 shrink-0 rounded-full!" />
            <div className="flex min-w-0 flex-1 flex-col gap-2.5 pt-1">
              <Skeleton className={`h-[11px] ${name}`} />
              {lines.map((width) => (
                <Skeleton key={width} className={`h-3 ${width}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
      <div className="px-8 pb-6 max-md:px-3">
        <div className="edge-line h-[76px] max-w-[46rem] rounded-lg" />
      </div>
    </LoadingRegion>
  );
}
