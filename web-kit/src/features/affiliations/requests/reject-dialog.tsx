import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { thenReload } from "../../../api/then-reload.ts";
import type { AffiliationRequest } from "../../../api/types.ts";
import { useOnce } from "../../../api/use-once.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { TextAreaField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { CharactersUsed } from "../../communities/characters-used.tsx";
import { type Desk, rejectRequest, type Rejection, requestAnswered } from "./queries.ts";
import { rejectionSchema, WORDS_MAX } from "./rules.ts";
import { subjectOf } from "./words.ts";

/** Rejects a request with a reason (G-055). */
export function RejectDialog(props: {
  desk: Desk;
  request: AffiliationRequest;
  onClose: () => void;
}) {
  const { desk, request, onClose } = props;
  const cache = useQueryClient();
  const { register, handleSubmit, setError, control, formState } = useForm<Rejection>({
    resolver: standardSchemaResolver(rejectionSchema),
    defaultValues: { rejectionReason: "", notes: "" },
  });
  const [reason, notes] = useWatch({ control, name: ["rejectionReason", "notes"] });
  const reject = useOnce({
    mutationFn: (said: Rejection) => rejectRequest(desk, request, said),
    onSuccess: () => {
      toast.success(`The request of ${request.person.displayName} was rejected`);
      onClose();
    },
    onError: (error) =>
      applyProblem(error, ["rejectionReason", "notes"], setError, "Failed to process request"),
    onSettled: thenReload(() => requestAnswered(cache, request)),
  });
  const { errors } = formState;
  return (
    <FormDialog
      danger
      title={`Reject ${subjectOf(request)}?`}
      description="The applicant sees the reason and can apply again."
      confirm="Reject"
      busy={reject.isPending}
      failure={errors.root?.message}
      onSubmit={handleSubmit((said) => reject.mutate(said))}
      onClose={onClose}
    >
      <TextAreaField
        mandatory
        label="Reason"
        hint="Shown to the applicant"
        error={errors.rejectionReason?.message}
        aside={<CharactersUsed value={reason} max={WORDS_MAX} />}
        {...register("rejectionReason")}
      />
      <TextAreaField
        label="Notes"
        hint="Optional, for other reviewers"
        error={errors.notes?.message}
        aside={<CharactersUsed value={notes} max={WORDS_MAX} />}
        {...register("notes")}
      />
    </FormDialog>
  );
}
