import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useSearchParams } from "react-router";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { EntryLayout } from "../../auth-layouts/entry-layout.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { UsernameField } from "../../ui/username-field.tsx";
import { EntryForm } from "./entry-form.tsx";
import { confirmRecovery, linkOwnerQuery } from "./recovery-queries.ts";
import { resetRules, type ResetValues } from "./recovery-rules.ts";
import { handleSessionsEnded } from "./session.ts";

function mustReset(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("resetToken" in state)) return null;
  return typeof state.resetToken === "string" ? state.resetToken : null;
}

/** Sets a new password with a mailed link. */
export function ResetScreen() {
  const [search] = useSearchParams();
  const location = useLocation();
  const [done, setDone] = useState<string | null>(null);
  const required = mustReset(location.state);
  const token = required ?? search.get("token");
  return (
    <EntryLayout>
      <Title>{t`Choose a new password`}</Title>
      <h1 className="display text-24 md:text-30">{t`Choose a new password`}</h1>
      {required !== null && done === null && (
        <Note
          tone="warning"
          className="mt-4"
        >{t`You must change your password before you can continue.`}</Note>
      )}
      <div role="status">
        {done !== null && (
          <Note tone="success" className="mt-5">
            {done}
          </Note>
        )}
      </div>
      {done === null && token !== null && <ResetForm token={token} onDone={setDone} />}
      {done === null && token === null && <NoLink />}
      {done !== null && (
        <ButtonLink
          to="/login"
          replace
          variant="primary"
          size="lg"
          className="mt-6 w-full"
        >{t`Sign In`}</ButtonLink>
      )}
    </EntryLayout>
  );
}

function NoLink() {
  return (
    <>
      <Note
        tone="danger"
        role="alert"
        className="mt-5"
      >{t`This link is no longer valid. Please request a new one.`}</Note>
      <RequestNewLink />
    </>
  );
}

function RequestNewLink() {
  return (
    <ButtonLink
      to="/forgot-password"
      replace
      size="lg"
      className="mt-4 w-full"
    >{t`Request a new link`}</ButtonLink>
  );
}

function ResetForm(props: { token: string; onDone: (words: string) => void }) {
  const { passwordMinLength } = useBoot().features;
  const { register, handleSubmit, formState, setError } = useForm<ResetValues>({
    resolver: standardSchemaResolver(resetRules(passwordMinLength)),
    defaultValues: { password: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = formState;
  // Only password managers need the owner: an invalid link is refused when the form is submitted.
  const { data: owner } = useQuery(linkOwnerQuery(props.token));
  const submit = handleSubmit(async (values) => {
    try {
      const { message } = await confirmRecovery({ token: props.token, ...values });
      // The reset ended every session, including this browser's.
      handleSessionsEnded();
      props.onDone(message);
    } catch (error) {
      const fields = ["password", "confirmPassword"] as const;
      applyProblem(error, fields, setError, t`Failed to update password`);
    }
  });
  return (
    <>
      <EntryForm
        failure={errors.root?.message}
        confirm={t`Save new password`}
        busyLabel={t`Saving...`}
        busy={isSubmitting}
        onSubmit={submit}
      >
        {owner !== undefined && <UsernameField email={owner.email} />}
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          hint={t`At least ${{ count: passwordMinLength }} characters, with an upper-case letter, a lower-case letter and a number.`}
          error={errors.password?.message}
          {...register("password")}
        />
        <PasswordField
          label={t`Confirm new password`}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register("confirmPassword")}
        />
        <p className="text-13 text-ink-3">{t`Saving signs you out on all devices.`}</p>
      </EntryForm>
      {errors.root?.type === "reset-link-refused" && <RequestNewLink />}
    </>
  );
}
