import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { applyProblem } from "../../forms/apply-problem.ts";
import { ProofCancelled } from "./use-proof.ts";

const rules = z.object({
  code: z.string().check(z.trim(), z.minLength(1, t`Please enter the code.`)),
});

/**
 * A form with one code. Submitting may require step-up authentication; cancelling that shows no
 * error.
 */
export function useCodeForm(send: (code: string) => Promise<void>, otherwise: string) {
  const form = useForm<z.infer<typeof rules>>({
    resolver: standardSchemaResolver(rules),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await send(code);
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(error, ["code"], form.setError, otherwise);
    }
  });
  return {
    isSubmitting,
    submit,
    rootError: errors.root?.message,
    field: { ...form.register("code"), error: errors.code?.message },
    clear: () => form.reset(),
  };
}
