import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { serverNow } from "@guildhall/web-kit/api/server-clock.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { SelectField } from "@guildhall/web-kit/ui/select-field.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { CheckGroup } from "../check-group.tsx";
import { SCOPES } from "../labels.ts";
import { useOwner } from "../owner.ts";
import { createToken, integrationsKey } from "../queries.ts";
import { TOKEN_DAYS, TOKEN_DAYS_DEFAULT, TOKEN_NAME_MAX, tokenNameFault } from "../rules.ts";
import { useSingleRun } from "../use-single-run.ts";
import type { ApiScope, NewApiToken } from "../types.ts";

interface Fields {
  name: string;
  scopes: ApiScope[];
  expiresInDays: string;
}

const FIELDS = ["name", "scopes", "expiresInDays"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface CreateTokenDialogProps {
  onClose: () => void;
  /** Called with the token, whose secret is shown once. */
  onCreated: (token: NewApiToken) => void;
}

/** Creates an API token with its name, scopes and lifetime. */
export function CreateTokenDialog({ onClose, onCreated }: CreateTokenDialogProps) {
  const { api } = useOwner();
  const cache = useQueryClient();
  const proof = useProof();
  const { register, handleSubmit, setError, control, formState } = useForm<Fields>({
    defaultValues: { name: "", scopes: [], expiresInDays: String(TOKEN_DAYS_DEFAULT) },
  });
  const chosenDays = useWatch({ control, name: "expiresInDays" });
  const { errors, isSubmitting } = formState;
  const create = useSingleRun(async ({ name, scopes, expiresInDays }: Fields) => {
    const fields = { name: name.trim(), scopes, expiresInDays: Number(expiresInDays) };
    try {
      const created = await proof.withProof(() => createToken(api, fields));
      onCreated(created);
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(error, FIELDS, setError, t`Failed to create the token`);
    } finally {
      // Also after an error: the token may exist although the response was lost.
      void cache.invalidateQueries({ queryKey: integrationsKey(api) });
    }
  });
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={t`New API token`}
        description={t`A program reads the data with it, without a password. Give it only what it needs.`}
        confirm={t`Create token`}
        busy={isSubmitting}
        failure={errors.root?.message}
        onSubmit={handleSubmit(create)}
        onClose={onClose}
      >
        <TextField
          label={t`Name`}
          hint={t`Which program uses it, such as “Member statistics”`}
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          error={errors.name?.message}
          {...register("name", { validate: (name) => tokenNameFault(name) ?? true })}
        />
        <CheckGroup
          label={t`What it may read`}
          options={Object.entries(SCOPES).map(([value, words]) => ({ value, ...words }))}
          error={errors.scopes?.message}
          {...register("scopes", {
            validate: (scopes) => scopes.length > 0 || t`Please choose at least one.`,
          })}
        />
        <SelectField
          label={t`Expires`}
          hint={t`On ${{ moment: expiryOf(chosenDays) }}. Create another token before that.`}
          error={errors.expiresInDays?.message}
          {...register("expiresInDays")}
        >
          {TOKEN_DAYS.map((days) => (
            <option key={days} value={days}>
              {t`After ${days} days`}
            </option>
          ))}
        </SelectField>
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}

const expiryOf = (days: string) =>
  formatMoment(new Date(serverNow() + Number(days) * DAY_MS).toISOString());
