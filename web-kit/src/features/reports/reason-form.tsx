import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm, useWatch } from "react-hook-form";
import { applyProblem } from "../../forms/apply-problem.ts";
import { TextAreaField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { CharacterCounter } from "../communities/character-counter.tsx";
import { REASON_MAX, reasonSchema } from "./rules.ts";

export interface ReasonFormProps {
  title: string;
  description: string;
  /** States who will read the reason. */
  hint: string;
  confirm: string;
  /** Error message, if the error has none of its own. */
  failed: string;
  run: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason and runs the action. */
export function ReasonForm(props: ReasonFormProps) {
  const { title, description, hint, confirm, failed, run, onClose } = props;
  const { register, handleSubmit, setError, control, formState } = useForm<{ reason: string }>({
    resolver: standardSchemaResolver(reasonSchema),
    defaultValues: { reason: "" },
  });
  const reason = useWatch({ control, name: "reason" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await run(values.reason);
      onClose();
    } catch (error) {
      applyProblem(error, ["reason"], setError, failed);
    }
  });
  return (
    <FormDialog
      danger
      {...{ title, description, confirm, onClose }}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <TextAreaField
        label={t`Reason`}
        hint={hint}
        error={errors.reason?.message}
        aside={<CharacterCounter value={reason} max={REASON_MAX} />}
        {...register("reason")}
      />
    </FormDialog>
  );
}
