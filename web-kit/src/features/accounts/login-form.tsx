import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { lazy, Suspense, useEffect, useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { ProblemError } from "../../api/client.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { onLanguageChange } from "../../shell/change-language.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { SignInPasskey } from "../second-factor/sign-in-passkey.tsx";
import { startSecondStep } from "../second-factor/pending-sign-in.ts";
import { attemptStatus, limitMessage } from "./attempts.ts";
import { GoogleButton } from "./google-button.tsx";
import { LoginAlert } from "./login-alert.tsx";
import { logIn, type PasswordResetRequired } from "./queries.ts";
import type { PasswordResetState } from "./recovery-queries.ts";
import { loginRules, type LoginValues } from "./rules.ts";
import { openSession, signOutSettled } from "./session.ts";
import { storeTypedEmail, typedEmail } from "./typed-email.ts";
import { storeUnverifiedSignIn } from "./unverified-sign-in.ts";
import { useGoogleSignIn } from "./use-google-sign-in.ts";

const GoogleOnlyDialog = lazy(async () => ({
  default: (await import("./account-exists-dialog.tsx")).GoogleOnlyDialog,
}));
const ConnectDialog = lazy(async () => ({
  default: (await import("./account-exists-dialog.tsx")).ConnectDialog,
}));

export function LoginForm() {
  const { features, portal } = useBoot();
  const open = useOpenSession();
  const [email] = useState(typedEmail);
  const form = useForm<LoginValues>({
    resolver: standardSchemaResolver(loginRules),
    defaultValues: { email, password: "", staySignedIn: true },
  });
  const { register, formState, getValues, setError, clearErrors } = form;
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    storeTypedEmail("");
    return onLanguageChange(() => storeTypedEmail(getValues("email")));
  }, [getValues]);
  const { submit, status, setStatus } = usePassword(form);
  const google = useGoogleSignIn({
    request: () => ({ inviteCodeId: null, staySignedIn: getValues("staySignedIn") }),
    to: "/",
    onRefused: ({ code, detail }) => {
      setStatus(null);
      setError("root", { type: code, message: detail });
    },
  });
  const root = errors.root;
  const googleOnly = root?.type === "google_account" ? (root.message ?? null) : null;

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-5 flex flex-col gap-4 md:mt-7 md:gap-5"
      >
        {features.google && (
          <GoogleButton label={t`Continue with Google`} busy={google.busy} onClick={google.open} />
        )}
        <LoginAlert
          refusal={root === undefined || googleOnly !== null ? null : root}
          status={status}
          onThisWindow={google.go}
        />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email")}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          aside={<Link to="/forgot-password" className="link text-13">{t`Recover Password`}</Link>}
          error={errors.password?.message}
          {...register("password")}
        />
        <Checkbox label={t`Stay signed in`} {...register("staySignedIn")} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={isSubmitting}
          busyLabel={t`Signing in...`}
          className="w-full"
        >{t`Sign In`}</Button>
        {portal === null && (
          <SignInPasskey
            ready={signOutSettled}
            staySignedIn={() => getValues("staySignedIn")}
            onProven={(idToken) => open(idToken, getValues("staySignedIn"))}
          />
        )}
      </form>
      <Suspense>
        {googleOnly !== null && (
          <GoogleOnlyDialog
            words={googleOnly}
            onClose={() => clearErrors("root")}
            onConnect={() => {
              clearErrors("root");
              google.open();
            }}
          />
        )}
        {google.existing !== null && (
          <ConnectDialog account={google.existing} onClose={google.forgetExisting} />
        )}
      </Suspense>
    </>
  );
}

/** Opens the session and navigates to the page that the member wanted. */
function useOpenSession() {
  const navigate = useNavigate();
  return async (idToken: string, staySignedIn: boolean) => {
    await openSession(idToken, staySignedIn);
    await navigate("/", { replace: true });
  };
}

/**
 * Navigates to the new-password screen. The token is a secret, so it travels in the history state.
 */
function useChoosingAnother() {
  const navigate = useNavigate();
  return async ({ resetToken }: PasswordResetRequired) => {
    const state: PasswordResetState = { resetToken };
    await navigate("/reset-password", { state });
  };
}

/** Submits the password; returns the refusal's status and the submit handler. */
function usePassword({ handleSubmit, setError }: UseFormReturn<LoginValues>) {
  const open = useOpenSession();
  const chooseAnother = useChoosingAnother();
  const navigate = useNavigate();
  const [status, setStatus] = useState<string | null>(null);
  const submit = handleSubmit(async (values) => {
    try {
      await signOutSettled();
      const outcome = await logIn(values);
      if (outcome.outcome === "success") await open(outcome.idToken, values.staySignedIn);
      else if (outcome.outcome === "passwordResetRequired") await chooseAnother(outcome);
      else startSecondStep({ outcome, staySignedIn: values.staySignedIn });
    } catch (error) {
      if (error instanceof ProblemError && error.code === "email-not-verified") {
        const { email, ...again } = values;
        storeUnverifiedSignIn({ email, again, words: error.detail });
        await navigate("/verify-email");
        return;
      }
      setStatus(error instanceof ProblemError ? attemptStatus(error) : null);
      if (error instanceof ProblemError && error.status === 429) {
        setError("root", { type: error.code, message: limitMessage(error, "login") });
        return;
      }
      applyProblem(error, ["email", "password"], setError, t`Login failed. Please try again.`);
    }
  });
  return { submit, status, setStatus };
}
