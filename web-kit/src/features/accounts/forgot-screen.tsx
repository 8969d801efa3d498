import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { applyProblem } from "../../forms/apply-problem.ts";
import { Title } from "../../shell/title.tsx";
import { EntryLayout } from "../../auth-layouts/entry-layout.tsx";
import { TextField } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { EntryForm } from "./entry-form.tsx";
import { recoverPassword } from "./recovery-queries.ts";
import { forgotRules, type ForgotValues } from "./recovery-rules.ts";

/** Requests a password reset link. The answer is the same whether or not the account exists. */
export function ForgotScreen() {
  const [sent, setSent] = useState<string | null>(null);
  return (
    <EntryLayout>
      <Title>{t`Recover Password`}</Title>
      <h1 className="display text-24 md:text-30">{t`Recover Password`}</h1>
      <p className="mt-2 text-15 text-ink-2">{t`Enter your email address. We will send you a link to choose a new password.`}</p>
      <div role="status">
        {sent !== null && (
          <Note tone="success" className="mt-5">
            {t`${sent} It works for 30 minutes; look in your spam folder too.`}
          </Note>
        )}
      </div>
      <ForgotForm onSent={setSent} isAgain={sent !== null} />
      <p className="mt-5 text-14 text-ink-2 max-md:text-center">
        <Link to="/login" className="link">{t`Back to login`}</Link>
      </p>
    </EntryLayout>
  );
}

function ForgotForm(props: { onSent: (words: string | null) => void; isAgain: boolean }) {
  const { register, handleSubmit, formState, setError } = useForm<ForgotValues>({
    resolver: standardSchemaResolver(forgotRules),
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    props.onSent(null);
    try {
      props.onSent((await recoverPassword(email)).message);
    } catch (error) {
      applyProblem(error, ["email"], setError, t`Failed to send password reset email`);
    }
  });
  return (
    <EntryForm
      failure={errors.root?.message}
      confirm={props.isAgain ? t`Send another link` : t`Send link`}
      busyLabel={t`Sending...`}
      busy={isSubmitting}
      variant={props.isAgain ? "plain" : "primary"}
      onSubmit={submit}
    >
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register("email")}
      />
    </EntryForm>
  );
}
