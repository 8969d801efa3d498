import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { newIdempotencyKey } from "../../../api/idempotency-key.ts";
import type { InviteCode } from "../../../api/staff-types.ts";
import { applyProblem } from "../../../forms/apply-problem.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextAreaField, TextField } from "../../../ui/field.tsx";
import { type ChangeDialogProps, FormDialog } from "../../../ui/form-dialog.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { toast } from "../../../ui/toast-store.ts";

const fields = ["code", "maxUses", "expiresAt", "affiliationId", "customMessage"] as const;

/** Properties of a new code; `null` for an empty field. */
export interface CodeOptions {
  code: string | null;
  maxUses: number | null;
  expiresAt: string | null;
  affiliationId: string | null;
  customMessage: string | null;
  /** Also valid on portals, although it invites to no affiliation. */
  atPortals: boolean;
}

export interface CodeDialogProps extends ChangeDialogProps {
  description: string;
  /** The affiliations to choose from; omitted when the code belongs to one affiliation. */
  choices?: readonly { id: string; name: string }[];
  create: (options: CodeOptions, idempotencyKey: string) => Promise<InviteCode>;
}

const EMPTY_FIELDS = {
  code: "",
  maxUses: "",
  expiresAt: "",
  affiliationId: "",
  customMessage: "",
  atPortals: false,
};

/** Creates a code: custom or generated text, maximum uses, expiry. */
export function CodeDialog({ description, choices, create, onClose, onDone }: CodeDialogProps) {
  const [key] = useState(newIdempotencyKey);
  const { register, handleSubmit, setError, formState, control } = useForm({
    defaultValues: EMPTY_FIELDS,
  });
  const affiliationId = useWatch({ control, name: "affiliationId" });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const made = await create(
        {
          code: values.code.trim() || null,
          maxUses: values.maxUses === "" ? null : Number(values.maxUses),
          expiresAt: values.expiresAt === "" ? null : new Date(values.expiresAt).toISOString(),
          affiliationId: values.affiliationId || null,
          customMessage: values.customMessage.trim() || null,
          atPortals: values.atPortals && values.affiliationId === "",
        },
        key,
      );
      onClose();
      toast.success(t`Invite code ${{ code: made.code }} created`);
      await onDone();
    } catch (error) {
      applyProblem(error, fields, setError, t`Something went wrong. Please try again.`);
    }
  });
  return (
    <FormDialog
      title={t`New invite code`}
      description={description}
      confirm={t`Create`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Code`}
        hint={t`At least 8 characters. Leave empty to generate one.`}
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
          label={t`Maximum uses`}
          hint={t`Leave empty for no limit`}
          error={errors.maxUses?.message}
          {...register("maxUses")}
        />
        <TextField
          type="datetime-local"
          label={t`Expires`}
          hint={t`Leave empty for no expiry`}
          error={errors.expiresAt?.message}
          {...register("expiresAt")}
        />
      </div>
      {choices !== undefined && (
        <SelectField
          label={t`Invites to`}
          error={errors.affiliationId?.message}
          {...register("affiliationId")}
        >
          <option value="">{t`No affiliation`}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {choices !== undefined && affiliationId === "" && (
        <Checkbox
          label={t`Also valid on portals, although it invites to no affiliation`}
          {...register("atPortals")}
        />
      )}
      {(choices === undefined || affiliationId !== "") && (
        <TextAreaField
          label={t`Message`}
          hint={t`Shown with the invitation`}
          maxLength={500}
          error={errors.customMessage?.message}
          {...register("customMessage")}
        />
      )}
    </FormDialog>
  );
}
