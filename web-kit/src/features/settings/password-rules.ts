import * as z from "zod/mini";
import {
  hasAllClasses,
  isMadeOfKnownWords,
  PASSWORD_CHARS_MAX,
  PASSWORD_TOO_LONG,
  PASSWORD_WEAK,
  PASSWORDS_DIFFER,
  type Person,
} from "../../forms/account-rules.ts";

/** The server answers "too weak" for any sufficiently long password that fails a check (G-039). */
export const passwordRules = (person: Person) =>
  z
    .object({
      currentPassword: z
        .string()
        .check(z.minLength(1, "Current password is required to change your password")),
      newPassword: z.string().check(
        z.minLength(6, "Password must be at least 6 characters long"),
        z.maxLength(PASSWORD_CHARS_MAX, PASSWORD_TOO_LONG),
        z.refine((text) => hasAllClasses(text) && !isMadeOfKnownWords(text, person), {
          error: PASSWORD_WEAK,
        }),
      ),
      confirmPassword: z.string(),
      signOutOthers: z.boolean(),
    })
    .check(
      z.refine((values) => values.newPassword === values.confirmPassword, {
        error: PASSWORDS_DIFFER,
        path: ["confirmPassword"],
        when: () => true,
      }),
    );

export type PasswordValues = z.infer<ReturnType<typeof passwordRules>>;
