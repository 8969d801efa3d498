import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { newKey } from "../../api/new-key.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { affiliationsQuery } from "../affiliations/queries.ts";
import { FormDialog, type StaffDialogProps } from "./form-dialog.tsx";
import { createInviteCode } from "./queries.ts";

const fields = ["code", "maxUses", "expiresAt", "affiliationId", "customMessage"] as const;

/** Makes a code: of one's own text or made up, for so many uses, until a moment, to an affiliation. */
export function CreateCodeDialog({ onClose, onDone }: StaffDialogProps) {
  const [key] = useState(newKey);
  const affiliations = useInfiniteQuery(affiliationsQuery);
  const { register, handleSubmit, setError, formState, control } = useForm({
    defaultValues: { code: "", maxUses: "", expiresAt: "", affiliationId: "", customMessage: "" },
  });
  const affiliationId = useWatch({ control, name: "affiliationId" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const made = await createInviteCode(
        {
          code: values.code.trim() === "" ? null : values.code.trim(),
          maxUses: values.maxUses === "" ? null : Number(values.maxUses),
          expiresAt: values.expiresAt === "" ? null : new Date(values.expiresAt).toISOString(),
          autoInviteToAffiliation:
            values.affiliationId === ""
              ? null
              : {
                  affiliationId: values.affiliationId,
                  customMessage: values.customMessage.trim() || null,
                },
        },
        key,
      );
      onClose();
      toast.success(`Invite code ${made.code} created`);
      await onDone();
    } catch (error) {
      applyProblem(error, fields, setError, "Something went wrong. Please try again.");
    }
  });
  const listed = affiliations.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <FormDialog
      title="New invite code"
      description="Whoever has it can create an account."
      confirm="Create"
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
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
      <SelectField
        label="Invites to"
        error={errors.affiliationId?.message}
        {...register("affiliationId")}
      >
        <option value="">No affiliation</option>
        {listed.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {affiliationId !== "" && (
        <TextAreaField
          label="Message"
          hint="Shown with the invitation"
          maxLength={500}
          error={errors.customMessage?.message}
          {...register("customMessage")}
        />
      )}
    </FormDialog>
  );
}
