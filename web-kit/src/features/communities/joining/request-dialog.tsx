import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { newIdempotencyKey } from "../../../api/idempotency-key.ts";
import type { Community } from "../../../api/types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextAreaField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { sendRequest } from "./queries.ts";
import { REQUEST_MESSAGE_MAX, requestSchema } from "./rules.ts";
import { invalidateJoinRequests } from "./use-requests.ts";

/** Requests to join, with an optional message to the admins. */
export function RequestDialog(props: { community: Community; onClose: () => void }) {
  const { community, onClose } = props;
  const cache = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const { register, handleSubmit, setError, control, formState } = useForm<{ message: string }>({
    resolver: standardSchemaResolver(requestSchema),
    defaultValues: { message: "" },
  });
  const message = useWatch({ control, name: "message" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await sendRequest(community.id, values.message, key);
      toast.success(t`Join request sent successfully`);
      await invalidateJoinRequests(cache, community.id);
      onClose();
    } catch (error) {
      applyProblem(error, ["message"], setError, t`Failed to send join request`);
    }
  });
  return (
    <FormDialog
      title={t`Request to Join`}
      description={t`The admins of ${{ community: community.name }} see your request and decide.`}
      confirm={t`Send request`}
      busyLabel={t`Sending...`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label={t`Message`}
        hint={t`Optional: who you are and why you want to join`}
        error={errors.message?.message}
        aside={<CharacterCounter value={message} max={REQUEST_MESSAGE_MAX} />}
        {...register("message")}
      />
    </FormDialog>
  );
}
