import { useInfiniteQuery } from "@tanstack/react-query";
import { ProblemError } from "../../../api/problem.ts";
import type { InviteCode } from "../../../api/staff-types.ts";
import type { Affiliation } from "../../../api/types.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { codeUsesQuery } from "./queries.ts";

/** Who came with a code, and when. */
export function CodeUses(props: {
  affiliation: Affiliation;
  code: InviteCode;
  onClose: () => void;
}) {
  const uses = useInfiniteQuery(codeUsesQuery(props.affiliation.id, props.code.id));
  return (
    <Dialog
      open
      title={props.code.code}
      description="Who signed up with this code."
      onOpenChange={(open) => open || props.onClose()}
    >
      <Paged
        query={uses}
        failure={(error) =>
          error instanceof ProblemError ? error.detail : "Something went wrong. Please try again."
        }
        waiting={
          <LoadingRegion>
            <Skeleton className="mb-5 h-10 w-full" />
          </LoadingRegion>
        }
        empty={<p className="pb-5 text-14 text-ink-2">Nobody has used this code.</p>}
      >
        {(items) => (
          <ul className="divide-y divide-line-soft pb-5">
            {items.map((use) => (
              <li key={use.id} className="flex items-center gap-3 py-2.5 text-13">
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold [overflow-wrap:anywhere]">
                    {use.displayName || use.userEmail}
                  </span>
                  <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">
                    {use.userEmail}
                  </span>
                </span>
                <time dateTime={use.usedAt} className="text-12 text-ink-2">
                  {formatMoment(use.usedAt)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </Dialog>
  );
}
