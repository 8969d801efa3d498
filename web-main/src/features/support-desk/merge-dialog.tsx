import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { STATUS_LABELS } from "@guildhall/web-kit/features/support/labels.ts";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { toggleValue } from "./desk-filter.ts";
import { mergeTickets, requesterQuery } from "./queries.ts";

/** Merges other tickets of the same person into this one. */
export function MergeDialog({ ticket, onClose }: { ticket: StaffTicket; onClose: () => void }) {
  const cache = useQueryClient();
  const { data, error } = useQuery(requesterQuery(ticket.id));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = data?.tickets.filter(({ mergedIntoId }) => mergedIntoId === null);
  const merging = useSingleFlightMutation({
    mutationFn: () => mergeTickets(ticket.id, ticket.version, chosen),
    onSuccess: () => {
      toast.success(t`Tickets merged`);
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.supportDesk }),
  });
  const failed = merging.error ?? error;
  return (
    <FormDialog
      title={t`Merge duplicates`}
      description={t`The messages of the chosen tickets move into this one, and those tickets are closed. This cannot be undone.`}
      confirm={t`Merge`}
      danger
      disabled={chosen.length === 0}
      busy={merging.isPending}
      failure={failed && failureText(failed, t`Failed to merge tickets`)}
      onSubmit={(event) => {
        event.preventDefault();
        merging.mutate();
      }}
      onClose={onClose}
    >
      {others === undefined && error === null && (
        <LoadingRegion>
          <Skeleton className="h-12 w-full" />
        </LoadingRegion>
      )}
      {others?.length === 0 && (
        <p className="text-14 text-ink-2">{t`This person has no other tickets.`}</p>
      )}
      <ul className="divide-y divide-line-soft">
        {others?.map(({ id, title, listId, status }) => (
          <li key={id}>
            <Checkbox
              className="py-2.5"
              checked={chosen.includes(id)}
              onChange={() => setChosen(toggleValue(chosen, id))}
              label={
                <>
                  <span className="block font-medium wrap-anywhere">{title}</span>
                  <span className="block text-12 text-ink-2">
                    <bdi dir="ltr">#{listId}</bdi> · {STATUS_LABELS[status]}
                  </span>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
