import { clsx } from "clsx";
import { LoadingRegion, Skeleton } from "./skeleton.tsx";

export interface PeopleSkeletonProps {
  label?: string;
  className?: string;
  /** Classes of each row, which set its height. */
  rowClassName?: string;
}

/** Skeleton of a list of people. */
export function PeopleSkeleton({ label, className, rowClassName }: PeopleSkeletonProps) {
  return (
    <LoadingRegion
      {...(label !== undefined && { label })}
      {...(className !== undefined && { className })}
    >
      {["w-32", "w-40", "w-28", "w-36"].map((width) => (
        <div key={width} className={clsx("flex items-center gap-3", rowClassName)}>
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex flex-col gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-24" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
