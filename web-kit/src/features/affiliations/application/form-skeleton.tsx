import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";

/** Skeleton of a form whose questions are loading. */
export function FormSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-6 pb-6">
      {["w-28", "w-36", "w-24"].map((width) => (
        <span key={width} className="flex flex-col gap-2">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-24 w-full" />
        </span>
      ))}
    </LoadingRegion>
  );
}
