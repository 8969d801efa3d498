import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import {
  hasAllClasses,
  isMadeOfKnownWords,
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  passwordTooLong,
  passwordWeak,
  passwordsDiffer,
  passwordTooShort,
  type Person,
} from "../../forms/account-rules.ts";

/** Minimum length here, unless the operator requires more than a sign-up does by default. */
const CHARS_MIN = 6;

/** The server answers "too weak" for any sufficiently long password that fails a check (G-039). */
export function passwordRules(person: Person, passwordMinLength: number) {
  const charsMin = passwordMinLength > PASSWORD_CHARS_MIN ? passwordMinLength : CHARS_MIN;
  return z
    .object({
      currentPassword: z
        .string()
        .check(z.minLength(1, t`Current password is required to change your password`)),
      newPassword: z.string().check(
        z.minLength(charsMin, passwordTooShort(charsMin)),
        z.maxLength(PASSWORD_CHARS_MAX, passwordTooLong()),
        z.refine((text) => hasAllClasses(text) && !isMadeOfKnownWords(text, person), {
          error: passwordWeak(),
        }),
      ),
      confirmPassword: z.string(),
      signOutOthers: z.boolean(),
    })
    .check(
      z.refine((values) => values.newPassword === values.confirmPassword, {
        error: passwordsDiffer(),
        path: ["confirmPassword"],
        when: () => true,
      }),
    );
}

export type PasswordValues = z.infer<ReturnType<typeof passwordRules>>;
