import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";

const ROWS = ["w-[58%]", "w-[46%]", "w-[64%]", "w-[52%]", "w-[60%]", "w-[42%]", "w-[55%]"];

export function ConversationsSkeleton() {
  return (
    <LoadingRegion label={t`Loading conversations`} className="px-2 pt-1 max-md:px-1">
      {ROWS.map((width) => (
        <div key={width} className="flex h-[58px] items-center gap-3 px-3 max-md:h-[72px]">
          <Skeleton className="size-[38px] shrink-0 rounded-full! max-md:size-12" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className={clsx("h-3", width)} />
            <Skeleton className="h-2.5 w-[88%]" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}

const BUBBLES = [
  ["w-[38%]", "h-9"],
  ["w-[54%]", "h-15"],
  ["ms-auto w-[48%]", "h-15"],
  ["w-[30%]", "h-9"],
  ["ms-auto w-[34%]", "h-9"],
] as const;

/** Skeleton with the geometry of bubbles. */
export function MessagesSkeleton() {
  return (
    <LoadingRegion
      label={t`Loading messages`}
      className="mx-auto flex w-full max-w-[47rem] flex-1 flex-col justify-end gap-4 overflow-hidden px-6 pb-6 max-md:px-3.5"
    >
      {BUBBLES.map(([place, height]) => (
        <Skeleton key={place} className={clsx("rounded-[16px]!", place, height)} />
      ))}
    </LoadingRegion>
  );
}
