import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { PostsSkeleton } from "../posts/posts-skeleton.tsx";

const NAMES = [
  "w-[132px]",
  "w-[150px]",
  "w-[118px]",
  "w-[160px]",
  "w-[126px]",
  "w-[108px]",
  "w-[140px]",
];

export function CommunityListSkeleton() {
  return (
    <LoadingRegion label={t`Loading communities`} className="px-3 max-md:px-4">
      <Skeleton className="h-8 rounded-sm! max-md:h-11 lg:max-xl:hidden" />
      <div className="flex flex-col gap-[22px] px-2 pt-6 max-md:gap-[26px] max-md:px-0">
        {NAMES.map((width) => (
          <div key={width} className="flex items-center gap-2.5 max-md:gap-3.5">
            <Skeleton className="size-[26px] shrink-0 rounded-[28%]! max-md:size-10" />
            <div className="flex flex-1 flex-col gap-2 lg:max-xl:hidden">
              <Skeleton className={`h-3 ${width}`} />
              <Skeleton className="h-2.5 w-[75%] md:hidden" />
            </div>
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}

const THREADS = [
  ["w-[68%]", "w-[80%]", "w-[29%]"],
  ["w-[77%]", "w-[70%]", "w-[22%]"],
  ["w-[58%]", "w-[84%]", "w-[32%]"],
  ["w-[74%]", "w-[65%]", "w-[27%]"],
  ["w-[64%]", "w-[78%]", "w-[31%]"],
  ["w-[70%]", "w-[73%]", "w-[24%]"],
] as const;

/** Skeleton of a community whose name is not loaded yet. */
export function CommunitySkeleton({ thread }: { thread: boolean }) {
  return (
    <div className="flex min-h-0 flex-1">
      <div
        className={clsx(
          "flex min-w-0 flex-col max-lg:flex-1 lg:w-[360px] lg:border-e lg:border-line-soft",
          thread && "max-lg:hidden",
        )}
      >
        <div className="px-5 pt-5 max-md:hidden">
          <Skeleton className="h-3.5 w-42" />
          <Skeleton className="mt-2.5 h-2.5 w-30" />
        </div>
        <div className="border-b border-line px-5 pt-6 pb-3 max-md:pt-4">
          <Skeleton className="h-[11px] w-14" />
        </div>
        <ThreadRowsSkeleton />
      </div>
      <div className={clsx("flex min-w-0 flex-1 flex-col", !thread && "max-lg:hidden")}>
        {thread && <PostsSkeleton />}
      </div>
    </div>
  );
}

export function ThreadRowsSkeleton() {
  return (
    <LoadingRegion
      label={t`Loading threads`}
      className="flex min-h-0 flex-col gap-7 overflow-hidden px-5 pt-5"
    >
      {THREADS.map(([caption, excerpt, meta]) => (
        <div key={caption} className="flex gap-3">
          <Skeleton className="size-7 shrink-0 rounded-full!" />
          <div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
            <Skeleton className={`h-3 ${caption}`} />
            <Skeleton className={`h-2.5 ${excerpt}`} />
            <Skeleton className={`h-[9px] ${meta}`} />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
