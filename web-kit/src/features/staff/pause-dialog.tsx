import { useForm } from "react-hook-form";
import { applyProblem } from "../../forms/apply-problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { pauseUser } from "./queries.ts";

const FORM = "pause-user";

export interface StaffDialogProps {
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

/** Puts an account to rest, until a moment or until somebody lifts it. */
export function PauseDialog(props: StaffDialogProps & { userId: string }) {
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
    <Dialog
      open
      title="Pause"
      description="They can read the notice about it and sign out, and nothing else."
      onOpenChange={(open) => open || props.onClose()}
      footer={
        <>
          <Button size="lg" onClick={props.onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" type="submit" form={FORM} busy={isSubmitting}>
            Pause
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <FormAlert>{errors.root?.message}</FormAlert>
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
      </form>
    </Dialog>
  );
}
