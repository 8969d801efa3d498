import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import { errorMessage } from "../../../api/problem.ts";
import type { InviteCode, InviteUse } from "../../../api/staff-types.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Paged, type PagedQuery } from "../../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { formatMoment } from "../../../ui/time.ts";

export interface CodeUsesProps {
  code: InviteCode;
  uses: PagedQuery<InviteUse>;
  /** Path of a user's page, for viewers who may open it. */
  pageOf?: (userId: string) => string;
  onClose: () => void;
}

/** The users who signed up with a code, with dates. */
export function CodeUses({ code, uses, pageOf, onClose }: CodeUsesProps) {
  const { lastUsedAt } = code;
  return (
    <Dialog
      open
      title={code.code}
      description={
        lastUsedAt === null
          ? t`Not used yet.`
          : t`Last used ${{ moment: formatMoment(lastUsedAt) }}.`
      }
      onOpenChange={(open) => open || onClose()}
    >
      <Paged
        query={uses}
        failure={(error) => errorMessage(error, t`Something went wrong. Please try again.`)}
        waiting={
          <LoadingRegion>
            <Skeleton className="mb-5 h-10 w-full" />
          </LoadingRegion>
        }
        empty={<p className="pb-5 text-14 text-ink-2">{t`This code has not been used.`}</p>}
      >
        {(items) => (
          <ul className="divide-y divide-line-soft pb-5">
            {items.map((use) => (
              <Use key={use.id} use={use} page={pageOf?.(use.userId)} />
            ))}
          </ul>
        )}
      </Paged>
    </Dialog>
  );
}

function Use({ use, page }: { use: InviteUse; page: string | undefined }) {
  const name = use.displayName || use.userEmail;
  return (
    <li className="flex items-center gap-3 py-2.5 text-13">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="block font-semibold">
          {page === undefined ? (
            name
          ) : (
            <Link to={page} className="hover:underline">
              {name}
            </Link>
          )}
        </span>
        <span className="block text-12 text-ink-2">{use.userEmail}</span>
      </span>
      <time dateTime={use.usedAt} className="text-12 text-ink-2">
        {formatMoment(use.usedAt)}
      </time>
    </li>
  );
}
