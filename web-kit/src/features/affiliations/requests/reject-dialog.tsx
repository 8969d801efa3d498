import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { invalidateOnSettled } from "../../../api/invalidate-on-settled.ts";
import type { AffiliationRequest } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextAreaField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharacterCounter } from "../../communities/character-counter.tsx";
import {
  type ReviewScope,
  rejectRequest,
  type Rejection,
  invalidateAfterAnswer,
} from "./queries.ts";
import { rejectionSchema, REASON_LENGTH_MAX } from "./rules.ts";
import { requestSubject } from "./labels.ts";

/** Rejects a request with a reason (G-055). */
export function RejectDialog(props: {
  scope: ReviewScope;
  request: AffiliationRequest;
  onClose: () => void;
}) {
  const { scope, request, onClose } = props;
  const cache = useQueryClient();
  const { register, handleSubmit, setError, control, formState } = useForm<Rejection>({
    resolver: standardSchemaResolver(rejectionSchema),
    defaultValues: { rejectionReason: "", notes: "" },
  });
  const [reason, notes] = useWatch({ control, name: ["rejectionReason", "notes"] });
  const reject = useSingleFlightMutation({
    mutationFn: (said: Rejection) => rejectRequest(scope, request, said),
    onSuccess: () => {
      toast.success(t`The request of ${{ name: request.person.displayName }} was rejected`);
      onClose();
    },
    onError: (error) =>
      applyProblem(error, ["rejectionReason", "notes"], setError, t`Failed to process request`),
    onSettled: invalidateOnSettled(() => invalidateAfterAnswer(cache, request)),
  });
  const { errors } = formState;
  return (
    <FormDialog
      danger
      title={t`Reject ${{ name: requestSubject(request) }}?`}
      description={t`The applicant sees the reason and can apply again.`}
      confirm={t`Reject`}
      busy={reject.isPending}
      failure={errors.root?.message}
      onSubmit={handleSubmit((said) => reject.mutate(said))}
      onClose={onClose}
    >
      <TextAreaField
        mandatory
        label={t`Reason`}
        hint={t`Shown to the applicant`}
        error={errors.rejectionReason?.message}
        aside={<CharacterCounter value={reason} max={REASON_LENGTH_MAX} />}
        {...register("rejectionReason")}
      />
      <TextAreaField
        label={t`Notes`}
        hint={t`Optional, for other reviewers`}
        error={errors.notes?.message}
        aside={<CharacterCounter value={notes} max={REASON_LENGTH_MAX} />}
        {...register("notes")}
      />
    </FormDialog>
  );
}
