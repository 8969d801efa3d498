import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { LanguageMenu } from "../../auth-layouts/language-menu.tsx";
import { ProblemError } from "../../api/client.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormAlert, Note } from "../../ui/note.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { ConnectDialog } from "./account-exists-dialog.tsx";
import { limitMessage } from "./attempts.ts";
import { GoogleButton } from "./google-button.tsx";
import { SameWindowLink } from "./login-alert.tsx";
import { type InviteCode, join } from "./queries.ts";
import {
  ALL_FIELDS_REQUIRED,
  hasEmptyField,
  signupFields,
  signupRules,
  type SignupValues,
} from "./rules.ts";
import { openSession } from "./session.ts";
import { clearSignupDraft, signupDraft, updateSignupDraft } from "./signup-draft.ts";
import { storeUnverifiedSignIn } from "./unverified-sign-in.ts";
import { useGoogleSignIn } from "./use-google-sign-in.ts";

const notVerified = t`Please verify your email address to continue. Check your inbox for a verification link.`;

/** The stored draft as initial form values. */
function initialValues(): SignupValues {
  const { email, firstName, lastName, agreed } = signupDraft();
  return { email, firstName, lastName, agreed, password: "", confirmPassword: "" };
}

function useKeptFields({ watch }: UseFormReturn<SignupValues>) {
  useEffect(() => {
    const watching = watch(({ email = "", firstName = "", lastName = "", agreed = false }) => {
      updateSignupDraft({ email, firstName, lastName, agreed });
    });
    return () => watching.unsubscribe();
  }, [watch]);
}

interface SignupFormProps {
  code: InviteCode | null;
  /** The code was rejected when the account was created, so another one is needed. */
  onCodeRefused?: (message: string) => void;
}

export function SignupForm({ code, onCodeRefused }: SignupFormProps) {
  const { brand, features } = useBoot();
  const navigate = useNavigate();
  const form = useForm<SignupValues>({
    resolver: standardSchemaResolver(signupRules(features.passwordMinLength)),
    defaultValues: initialValues(),
  });
  useKeptFields(form);
  const { register, handleSubmit, formState, setError, getValues } = form;
  const { errors, isSubmitting, isSubmitted } = formState;
  const submit = handleSubmit(async ({ agreed: _agreed, ...person }) => {
    if (code === null) {
      setError("root", {
        message: t`Please enter a valid invite code to create an account.`,
      });
      return;
    }
    try {
      const made = await join({ ...person, inviteCodeId: code.inviteCodeId });
      clearSignupDraft();
      if (made.idToken === null) {
        const { email, password } = person;
        storeUnverifiedSignIn({
          email,
          again: { password, staySignedIn: true },
          words: notVerified,
        });
        await navigate("/verify-email", { replace: true });
        return;
      }
      await openSession(made.idToken, true);
      await navigate(made.requiresVerification ? "/verify-email" : "/welcome", { replace: true });
    } catch (error) {
      if (error instanceof ProblemError && error.status === 429) {
        setError("root", { type: error.code, message: limitMessage(error, "signup") });
        return;
      }
      const isCodeRefused = error instanceof ProblemError && error.code === "invite-code-refused";
      if (isCodeRefused && onCodeRefused !== undefined) {
        onCodeRefused(error.detail);
        return;
      }
      applyProblem(error, signupFields, setError, t`Signup failed. Please try again.`);
    }
  });
  const google = useGoogleSignIn({
    request: () => ({ inviteCodeId: code?.inviteCodeId ?? null, staySignedIn: true }),
    to: "/home",
    onRefused: ({ code: type, detail }) => setError("root", { type, message: detail }),
  });
  const incomplete = isSubmitted && Object.keys(errors).length > 0 && hasEmptyField(getValues());

  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Create your account`}</h1>
      <p className="mt-2 text-15 text-ink-2">{t`Join ${{ site: brand.name }} with the invite code you were given.`}</p>
      {code?.autoInviteToAffiliation && <InvitedTo invitation={code.autoInviteToAffiliation} />}
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 flex flex-col gap-4"
      >
        {features.google && (
          <GoogleButton label={t`Sign up with Google`} busy={google.busy} onClick={google.open} />
        )}
        <FormAlert>
          {errors.root?.message ?? (incomplete ? ALL_FIELDS_REQUIRED : null)}
          {errors.root?.type === "popup-blocked" && <SameWindowLink onClick={google.go} />}
        </FormAlert>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register("email")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t`First name`}
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register("firstName")}
          />
          <TextField
            label={t`Last name`}
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register("lastName")}
          />
        </div>
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least ${{ count: features.passwordMinLength }} characters, with upper and lower case letters and a number`}
          error={errors.password?.message}
          {...register("password")}
        />
        <PasswordField
          label={t`Confirm password`}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register("confirmPassword")}
        />
        <Checkbox
          className="mt-1"
          label={<Agreement />}
          error={errors.agreed?.message}
          {...register("agreed")}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={isSubmitting}
          busyLabel={t`Creating account...`}
          className="w-full"
        >{t`Create account`}</Button>
      </form>
      <ConnectDialog account={google.existing} onClose={google.forgetExisting} />
      <p className="mt-5 text-14 text-ink-2 max-md:text-center">
        <Trans>
          Already a member?{" "}
          <Link to="/login" className="link">
            Log in
          </Link>
        </Trans>
      </p>
      <LanguageMenu className="mt-5 text-ink-3" />
    </>
  );
}

function Agreement() {
  return (
    <span>
      <Trans>
        I agree to the{" "}
        <a href="/terms" target="_blank" rel="noreferrer" className="link">
          Terms of Service
        </a>{" "}
        and{" "}
        <a href="/privacy" target="_blank" rel="noreferrer" className="link">
          Privacy Policy
        </a>
      </Trans>
    </span>
  );
}

type Invitation = NonNullable<InviteCode["autoInviteToAffiliation"]>;

function InvitedTo({ invitation }: { invitation: Invitation }) {
  const { affiliationName, customMessage } = invitation;
  return (
    <Note tone="brand" className="mt-4">
      <Trans>
        This code invites you to <strong>{affiliationName}</strong>.
      </Trans>
      {customMessage && <span className="mt-1 block">{customMessage}</span>}
    </Note>
  );
}
