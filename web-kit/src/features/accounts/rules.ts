import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import {
  emailUnmailable,
  emailField,
  addFaults,
  isMadeOfKnownWords,
  isEmail,
  isMailable,
  nameFault,
  newPasswordField,
  passwordWeak,
  passwordsDiffer,
  normaliseCode,
} from "../../forms/account-rules.ts";

const requiredPassword = z
  .string()
  .check(
    z.minLength(1, t`Password is required`),
    z.minLength(6, t`Password must be at least 6 characters`),
  );

export const loginRules = z.object({
  email: emailField(),
  password: requiredPassword,
  staySignedIn: z.boolean(),
});

export type LoginValues = z.infer<typeof loginRules>;

const requiredName = (label: string) =>
  z.string().check(
    z.trim(),
    addFaults((text) => {
      if (text === "") return [t`${label} is required`];
      const fault = nameFault(label, text);
      return fault === null ? [] : [fault];
    }),
  );

export const signupRules = (passwordMinLength: number) =>
  z
    .object({
      email: emailField(t`Invalid email address`).check(
        addFaults((text) => (isEmail(text) && !isMailable(text) ? [emailUnmailable()] : [])),
      ),
      firstName: requiredName(t`First name`),
      lastName: requiredName(t`Last name`),
      password: newPasswordField(passwordMinLength),
      confirmPassword: z.string().check(z.minLength(1, passwordsDiffer())),
      agreed: z.boolean().check(
        z.refine((agreed) => agreed, {
          error: t`You must agree to the Terms of Service and Privacy Policy to create an account.`,
        }),
      ),
    })
    .check(
      z.refine((values) => !isMadeOfKnownWords(values.password, values), {
        error: passwordWeak(),
        path: ["password"],
      }),
      z.refine((values) => values.password === values.confirmPassword, {
        error: passwordsDiffer(),
        path: ["confirmPassword"],
        // Validated immediately, even while other fields have errors.
        when: () => true,
      }),
    );

export type SignupValues = z.infer<ReturnType<typeof signupRules>>;

export const signupFields = [
  "email",
  "firstName",
  "lastName",
  "password",
  "confirmPassword",
] as const;

/** Shown above the form as soon as one of its text fields is empty. */
export const ALL_FIELDS_REQUIRED = t`All fields are required.`;

export function hasEmptyField(values: SignupValues): boolean {
  return signupFields.some((field) => values[field].trim() === "");
}

export const codeRules = z.object({
  code: z
    .string()
    .check(z.overwrite(normaliseCode), z.minLength(1, t`Please enter an invite code`)),
});

export type CodeValues = z.infer<typeof codeRules>;
