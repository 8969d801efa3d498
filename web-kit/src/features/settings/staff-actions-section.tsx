import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { errorMessage } from "../../api/problem.ts";
import type { OwnStaffAction } from "../../api/staff-role-types.ts";
import { auditActionLabel } from "../../content/audit-labels.ts";
import { Paged } from "../../ui/paged.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { formatMoment } from "../../ui/time.ts";
import { SettingsGroup } from "./section.tsx";
import { staffActionsQuery } from "./staff-actions-query.ts";

/** The actions of staff on the viewer's own account, newest first. */
export function StaffActionsSection() {
  return (
    <SettingsGroup>
      <Paged
        query={useInfiniteQuery(staffActionsQuery)}
        waiting={<ListSkeleton />}
        failure={(error) => errorMessage(error, t`An error occurred. Please try again.`)}
        empty={<p className="text-14 text-ink-2">{t`Staff have not acted on your account.`}</p>}
      >
        {(actions) => (
          <ol aria-label={t`Staff actions`} className="divide-y divide-line-soft">
            {actions.map((action) => (
              <Action key={action.id} action={action} />
            ))}
          </ol>
        )}
      </Paged>
    </SettingsGroup>
  );
}

function Action({ action }: { action: OwnStaffAction }) {
  return (
    <li className="py-3 first:pt-0">
      <p className="text-14 font-semibold">{auditActionLabel(action.action)}</p>
      {action.reason !== null && (
        <p dir="auto" className="text-13 text-ink-2 [overflow-wrap:anywhere]">
          {action.reason}
        </p>
      )}
      <p className="text-13 text-ink-3">
        <time dateTime={action.createdAt}>{formatMoment(action.createdAt)}</time>
      </p>
    </li>
  );
}

function ListSkeleton() {
  return (
    <LoadingRegion label={t`Loading the staff actions`} className="flex flex-col gap-5">
      {["one", "two", "three"].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-48" />
          <Skeleton className="h-3 w-72 max-w-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
