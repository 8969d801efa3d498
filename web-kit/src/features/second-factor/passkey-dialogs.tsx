import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { Passkey } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { passkeyErrorMessage } from "./passkey-button.tsx";
import { ProofCancelled } from "./use-proof.ts";

const rules = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, t`Please enter a name for this passkey.`),
      z.maxLength(50, t`The name must be less than 50 characters`),
    ),
});

interface NameProps {
  passkey: Passkey;
  save: (name: string) => Promise<void>;
  onClose: () => void;
}

export function NamePasskeyDialog({ passkey, save, onClose }: NameProps) {
  const { register, handleSubmit, formState, setError } = useForm<z.infer<typeof rules>>({
    resolver: standardSchemaResolver(rules),
    defaultValues: { name: passkey.name },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    try {
      await save(name);
      onClose();
    } catch (error) {
      applyProblem(error, ["name"], setError, t`An error occurred. Please try again.`);
    }
  });
  return (
    <FormDialog
      title={t`Rename passkey`}
      confirm={t`Save`}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t`Name`} error={errors.name?.message} {...register("name")} />
    </FormDialog>
  );
}

interface RemoveProps {
  passkey: Passkey;
  remove: () => Promise<void>;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, remove, onClose }: RemoveProps) {
  const removal = useSingleFlightMutation({ mutationFn: remove, onSuccess: onClose });
  const { error } = removal;
  return (
    <Dialog
      open
      title={t`Remove ${{ name: passkey.name }}?`}
      description={t`It will no longer sign you in. Your device may still offer it; remove it there as well.`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button size="lg" onClick={onClose}>{t`Keep`}</Button>
          <Button
            size="lg"
            variant="danger"
            busy={removal.isPending}
            onClick={() => removal.mutate()}
          >{t`Remove`}</Button>
        </>
      }
    >
      {error !== null && !(error instanceof ProofCancelled) && (
        <FormAlert>{passkeyErrorMessage(error)}</FormAlert>
      )}
    </Dialog>
  );
}
