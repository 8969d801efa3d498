import { t } from "@lingui/core/macro";
import { useForm } from "react-hook-form";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { type ChangeDialogProps, FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";

export interface PauseDialogProps extends ChangeDialogProps {
  /** Contains the name of the paused account or community. */
  title: string;
  description: string;
  /** Pauses until the given time, or indefinitely. */
  pause: (until: string | null, reason: string) => Promise<unknown>;
}

/** Pauses an account or a community, until a given time or until it is lifted. */
export function PauseDialog(props: PauseDialogProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { pausedUntil: "", reason: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ pausedUntil, reason }) => {
    try {
      const until = pausedUntil === "" ? null : new Date(pausedUntil).toISOString();
      await props.pause(until, reason);
      props.onClose();
      await props.onDone();
    } catch (error) {
      applyProblem(
        error,
        ["pausedUntil", "reason"],
        setError,
        t`Something went wrong. Please try again.`,
      );
    }
  });
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      confirm={t`Pause`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextField
        type="datetime-local"
        label={t`Until`}
        hint={t`Indefinitely, until lifted`}
        error={errors.pausedUntil?.message}
        {...register("pausedUntil")}
      />
      <TextAreaField
        label={t`Reason`}
        maxLength={500}
        error={errors.reason?.message}
        {...register("reason", { required: t`Please give a reason.` })}
      />
    </FormDialog>
  );
}
