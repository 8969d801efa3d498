import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import {
  isLanguage,
  type Language,
  LANGUAGE_NAMES,
} from "@guildhall/web-kit/language/languages.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { type Choice, Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { defaultLanguageLabel } from "../labels.ts";
import { setDefaultLanguage, tenantsKey } from "../queries.ts";
import { useTenant } from "./tenant-context.ts";

/** The portal's default language, with a button for those who may change it. */
export function DefaultLanguage() {
  const { tenant } = useTenant();
  const [changing, setChanging] = useState(false);
  const isAllowed = tenant.allowedActions.some(({ action }) => action === "changeDefaultLanguage");
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {defaultLanguageLabel(tenant.defaultLanguage)}
      {isAllowed && (
        <Button size="sm" aria-label={t`Change default language`} onClick={() => setChanging(true)}>
          {t({ message: "Change", context: "button" })}
        </Button>
      )}
      {changing && <DefaultLanguageDialog onClose={() => setChanging(false)} />}
    </span>
  );
}

/** The form's value for "no default": radio buttons have no null. */
const BROWSER = "browser";

interface LanguageForm {
  defaultLanguage: Language | typeof BROWSER;
}

function DefaultLanguageDialog({ onClose }: { onClose: () => void }) {
  const { tenant } = useTenant();
  const cache = useQueryClient();
  const proof = useProof();
  const { register, handleSubmit, setError, formState } = useForm<LanguageForm>({
    defaultValues: { defaultLanguage: tenant.defaultLanguage ?? BROWSER },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ defaultLanguage: chosen }) => {
    const language = chosen === BROWSER ? null : chosen;
    try {
      await proof.withProof(() => setDefaultLanguage(tenant.id, language));
      toast.success(t`Default language changed`);
      onClose();
      await cache.invalidateQueries({ queryKey: tenantsKey });
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      applyProblem(
        error,
        ["defaultLanguage"],
        setError,
        t`Something went wrong. Please try again.`,
      );
    }
  });
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={t`Change default language`}
        description={t`Pages and emails of this portal use it for people who have not chosen a language.`}
        confirm={t`Save`}
        busy={isSubmitting}
        failure={errors.root?.message}
        onSubmit={submit}
        onClose={onClose}
      >
        <Choices
          label={t`Default language`}
          choices={languageChoices()}
          error={errors.defaultLanguage?.message}
          {...register("defaultLanguage")}
        />
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}

function languageChoices(): Choice[] {
  const languages = Object.keys(LANGUAGE_NAMES).filter(isLanguage);
  return [
    {
      value: BROWSER,
      title: defaultLanguageLabel(null),
      text: t`Each person sees the language of their browser.`,
    },
    ...languages.map((value) => ({ value, title: LANGUAGE_NAMES[value] })),
  ];
}
