import { useForm } from "react-hook-form";
import { applyProblem } from "../../forms/apply-problem.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { type ChangeDialogProps, FormDialog } from "../../ui/form-dialog.tsx";
import { pauseUser } from "./queries.ts";

/** Puts an account to rest, until a moment or until somebody lifts it. */
export function PauseDialog(props: ChangeDialogProps & { userId: string }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { pausedUntil: "", reason: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ pausedUntil, reason }) => {
    try {
      const until = pausedUntil === "" ? null : new Date(pausedUntil).toISOString();
      await pauseUser(props.userId, until, reason);
      props.onClose();
      await props.onDone();
    } catch (error) {
      applyProblem(
        error,
        ["pausedUntil", "reason"],
        setError,
        "Something went wrong. Please try again.",
      );
    }
  });
  return (
    <FormDialog
      title="Pause"
      description="They can read the notice about it and sign out, and nothing else."
      confirm="Pause"
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <TextField
        type="datetime-local"
        label="Until"
        hint="Without an end, until somebody lifts it"
        error={errors.pausedUntil?.message}
        {...register("pausedUntil")}
      />
      <TextAreaField
        label="Reason"
        maxLength={500}
        error={errors.reason?.message}
        {...register("reason", { required: "Please give a reason." })}
      />
    </FormDialog>
  );
}
