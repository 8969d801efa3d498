import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { StaffTicket, TicketChange } from "@guildhall/web-kit/api/support-staff-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { changeTicket, staffTicketQuery } from "./queries.ts";

export type TicketFields = Omit<TicketChange, "version">;

/** True if a second person changed the ticket or chat first. */
export function isConflict(error: unknown): boolean {
  const codes = ["ticket-changed", "conversation-changed"];
  return error instanceof ProblemError && codes.includes(error.code);
}

/** A new message raises the version too, but leaves these fields as they are on screen. */
const hasSameFields = (one: StaffTicket, other: StaffTicket) =>
  one.status === other.status &&
  one.priority === other.priority &&
  one.category === other.category &&
  one.assignedToId === other.assignedToId;

/**
 * Changes a ticket at the version that is on screen. If a second person changed one of its fields
 * first, nothing is overwritten: the ticket is reloaded, and `conflict` says so until the next
 * change.
 */
export function useTicketChange(ticket: StaffTicket) {
  const cache = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: keys.supportDesk });
  const recordConflict = (error: Error) => {
    if (!isConflict(error)) return false;
    setConflict(error.message);
    void reload();
    return true;
  };
  const save = async (fields: TicketFields) => {
    try {
      return await changeTicket(ticket.id, { ...fields, version: ticket.version });
    } catch (error) {
      if (!isConflict(error)) throw error;
      const current = await cache.fetchQuery({ ...staffTicketQuery(ticket.id), staleTime: 0 });
      if (!hasSameFields(current, ticket)) throw error;
      return changeTicket(ticket.id, { ...fields, version: current.version });
    }
  };
  const changing = useSingleFlightMutation<StaffTicket, TicketFields>({
    mutationFn: save,
    onSuccess: (changed, fields) => {
      setConflict(null);
      cache.setQueryData(staffTicketQuery(ticket.id).queryKey, changed);
      toast.success("assignedToId" in fields ? t`Staff assigned successfully` : t`Ticket updated`);
      void reload();
    },
    onError: (error, fields) => {
      if (recordConflict(error)) return;
      const failed =
        "assignedToId" in fields ? t`Failed to assign staff` : t`Failed to update ticket`;
      toast.error(failureText(error, failed));
    },
  });
  return {
    change: (fields: TicketFields) => changing.mutate(fields),
    busy: changing.isPending,
    conflict,
    recordConflict,
    dismissConflict: () => setConflict(null),
  };
}
