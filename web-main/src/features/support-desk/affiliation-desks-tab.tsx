import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { AffiliationDeskSwitch } from "@guildhall/web-kit/api/support-affiliation-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { TableSkeleton } from "../staff/parts.tsx";
import { affiliationDesksQuery, switchAffiliationDesk } from "./queries.ts";
import { SwitchRow } from "./switch-row.tsx";

type Change = Pick<AffiliationDeskSwitch, "affiliationId" | "enabled">;

/** The affiliations that answer the first tickets of their portals themselves. */
export function AffiliationDesksTab() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(affiliationDesksQuery);
  const switching = useSingleFlightMutation<{ items: AffiliationDeskSwitch[] }, Change>({
    mutationFn: ({ affiliationId, enabled }) => switchAffiliationDesk(affiliationId, enabled),
    onSuccess: (desks, { enabled }) => {
      cache.setQueryData(affiliationDesksQuery.queryKey, desks);
      toast.success(
        enabled ? t`The affiliation answers new tickets` : t`Platform staff answer new tickets`,
      );
    },
    onError: (failed) => toast.error(failureText(failed, t`Failed to change who answers`)),
  });
  if (data === undefined) {
    if (error === null) return <TableSkeleton />;
    return (
      <ErrorState
        className="py-16"
        title={failureText(error, t`Failed to load affiliations`)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.items.length === 0) {
    return <EmptyState className="py-12" picture="square" title={t`No affiliation has a portal`} />;
  }
  return (
    <div className="max-w-2xl px-4 pt-5 md:px-6">
      <p className="text-14 text-ink-2">{t`The owner, admins and support people of these affiliations answer new tickets of their portal. They see no email addresses or internal notes, and can give a ticket to platform staff.`}</p>
      <ul className="mt-3 divide-y divide-line-soft">
        {data.items.map(({ affiliationId, name, enabled }) => (
          <SwitchRow
            key={affiliationId}
            name={name}
            on={enabled}
            busy={switching.isPending}
            onSwitch={(on) => switching.mutate({ affiliationId, enabled: on })}
          />
        ))}
      </ul>
    </div>
  );
}
