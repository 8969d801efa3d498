import { useState } from "react";
import { useForm } from "react-hook-form";
import { newKey } from "../../../api/new-key.ts";
import type { Affiliation } from "../../../api/types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { createCode } from "./queries.ts";

const FORM = "new-affiliation-code";
const fields = ["code", "maxUses", "expiresAt", "customMessage"] as const;

/** Makes a code for an affiliation: of one's own text or made up, for so many uses, until a moment. */
export function NewCodeDialog(props: {
  affiliation: Affiliation;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const [key] = useState(newKey);
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { code: "", maxUses: "", expiresAt: "", customMessage: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const made = await createCode(
        props.affiliation.id,
        {
          code: values.code.trim() || null,
          maxUses: values.maxUses === "" ? null : Number(values.maxUses),
          expiresAt: values.expiresAt === "" ? null : new Date(values.expiresAt).toISOString(),
          customMessage: values.customMessage.trim() || null,
        },
        key,
      );
      props.onClose();
      toast.success(`Invite code ${made.code} created`);
      await props.onDone();
    } catch (error) {
      applyProblem(error, fields, setError, "Something went wrong. Please try again.");
    }
  });
  return (
    <Dialog
      open
      title="New invite code"
      description={`Whoever has it can create an account and is invited to ${props.affiliation.name}.`}
      onOpenChange={(open) => open || props.onClose()}
      footer={
        <>
          <Button size="lg" onClick={props.onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" type="submit" form={FORM} busy={isSubmitting}>
            Create
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
          label="Code"
          hint="At least 8 characters; left empty, one is made up"
          autoComplete="off"
          maxLength={32}
          className="[&_input]:uppercase"
          error={errors.code?.message}
          {...register("code")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            type="number"
            min={1}
            label="Uses at most"
            hint="Empty: no limit"
            error={errors.maxUses?.message}
            {...register("maxUses")}
          />
          <TextField
            type="datetime-local"
            label="Expires"
            hint="Empty: never"
            error={errors.expiresAt?.message}
            {...register("expiresAt")}
          />
        </div>
        <TextAreaField
          label="Message"
          hint="Shown with the invitation"
          maxLength={500}
          error={errors.customMessage?.message}
          {...register("customMessage")}
        />
      </form>
    </Dialog>
  );
}
