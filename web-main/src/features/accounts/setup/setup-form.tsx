import { t } from "@lingui/core/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { PasswordField } from "@guildhall/web-kit/ui/password-input.tsx";
import { EntryForm } from "@guildhall/web-kit/features/accounts/entry-form.tsx";
import {
  ALL_FIELDS_REQUIRED,
  hasEmptyField,
  signupFields,
  signupRules,
  type SignupValues,
} from "@guildhall/web-kit/features/accounts/rules.ts";
import { openSession } from "@guildhall/web-kit/features/accounts/session.ts";
import { createFirstStaff } from "./queries.ts";

// No legal documents to accept: staff publish them after the setup.
const empty: SignupValues = {
  email: "",
  firstName: "",
  lastName: "",
  password: "",
  confirmPassword: "",
  agreed: true,
};

/**
 * The form for the first staff account: the sign-up form's fields and rules, without an invite
 * code.
 */
export function SetupForm({ token, onCreated }: { token: string; onCreated: () => void }) {
  const { passwordMinLength } = useBoot().features;
  const { register, handleSubmit, formState, setError, getValues } = useForm<SignupValues>({
    resolver: standardSchemaResolver(signupRules(passwordMinLength)),
    defaultValues: empty,
  });
  const { errors, isSubmitting, isSubmitted } = formState;
  const submit = handleSubmit(async ({ agreed: _agreed, ...person }) => {
    try {
      const { idToken } = await createFirstStaff({ token, ...person });
      await openSession(idToken, true);
      onCreated();
    } catch (error) {
      applyProblem(error, signupFields, setError, t`Something went wrong. Please try again.`);
    }
  });
  const incomplete = isSubmitted && Object.keys(errors).length > 0 && hasEmptyField(getValues());
  return (
    <>
      <h1 className="display text-24 md:text-30">{t`Set up Guildhall`}</h1>
      <p className="mt-2 text-15 text-ink-2">{t`Create the first staff account. It manages this installation: members, affiliations and portals.`}</p>
      <EntryForm
        failure={errors.root?.message ?? (incomplete ? ALL_FIELDS_REQUIRED : undefined)}
        confirm={t`Create staff account`}
        busyLabel={t`Creating account...`}
        busy={isSubmitting}
        onSubmit={submit}
      >
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
          hint={t`At least ${passwordMinLength} characters, with upper and lower case letters and a number`}
          error={errors.password?.message}
          {...register("password")}
        />
        <PasswordField
          label={t`Confirm password`}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register("confirmPassword")}
        />
      </EntryForm>
    </>
  );
}
