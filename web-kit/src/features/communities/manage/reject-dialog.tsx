import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { keys } from "../../../api/keys.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextAreaField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../character-counter.tsx";
import { answerRequest, type PendingJoinRequest } from "./queries.ts";
import { ANSWER_MAX, answerSchema } from "./rules.ts";

/** Rejects a join request with an optional message. */
export function RejectDialog(props: {
  request: PendingJoinRequest;
  name: string;
  onClose: () => void;
}) {
  const { request, name, onClose } = props;
  const cache = useQueryClient();
  const { register, handleSubmit, setError, control, formState } = useForm<{
    adminMessage: string;
  }>({
    resolver: standardSchemaResolver(answerSchema),
    defaultValues: { adminMessage: "" },
  });
  const adminMessage = useWatch({ control, name: "adminMessage" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await answerRequest(request, "reject", values.adminMessage);
      toast.success(t`Join request has been rejected`);
      await cache.invalidateQueries({ queryKey: keys.joinRequests(request.communityId) });
      onClose();
    } catch (error) {
      applyProblem(error, ["adminMessage"], setError, t`Failed to process join request`);
    }
  });
  return (
    <FormDialog
      danger
      title={t`Reject ${name}?`}
      description={t`They are notified and can request again.`}
      confirm={t`Reject`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextAreaField
        label={t({ message: "Note", context: "message to an applicant" })}
        hint={t`Optional, shown to the applicant`}
        error={errors.adminMessage?.message}
        aside={<CharacterCounter value={adminMessage} max={ANSWER_MAX} />}
        {...register("adminMessage")}
      />
    </FormDialog>
  );
}
