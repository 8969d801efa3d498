import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import type { Ticket } from "../../../api/support-types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { TextAreaField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { failureText } from "../failure-text.ts";
import { escalateTicket } from "./queries.ts";

export interface EscalateDialogProps {
  affiliationId: string;
  ticket: Ticket;
  onDone: () => void;
  onClose: () => void;
}

/** Gives a ticket to platform staff, with the reason as an internal note. */
export function EscalateDialog({ affiliationId, ticket, onDone, onClose }: EscalateDialogProps) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const giving = useSingleFlightMutation({
    mutationFn: () =>
      escalateTicket(affiliationId, ticket.id, { version: ticket.version, reason: reason.trim() }),
    onSuccess: () => {
      toast.success(t`Ticket given to platform staff`);
      onDone();
      void cache.invalidateQueries({ queryKey: keys.affiliationSupport });
    },
  });
  return (
    <FormDialog
      title={t`Give this ticket to platform staff?`}
      description={t`Platform staff continue the conversation, and the ticket leaves your list.`}
      confirm={t`Give to platform staff`}
      busy={giving.isPending}
      failure={giving.error && failureText(giving.error, t`Failed to give the ticket to staff`)}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === "") setError(t`Please give a reason.`);
        else giving.mutate();
      }}
      onClose={onClose}
    >
      <TextAreaField
        mandatory
        label={t`Reason`}
        hint={t`Only staff read it.`}
        maxLength={5000}
        error={error}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
