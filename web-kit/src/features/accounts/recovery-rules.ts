import { t } from "@lingui/core/macro";
import * as z from "zod/mini";
import { emailField, newPasswordField, passwordsDiffer } from "../../forms/account-rules.ts";

export const forgotRules = z.object({ email: emailField(t`Invalid email address format.`) });

export type ForgotValues = z.infer<typeof forgotRules>;

export const resetRules = (passwordMinLength: number) =>
  z.object({ password: newPasswordField(passwordMinLength), confirmPassword: z.string() }).check(
    z.refine((values) => values.password === values.confirmPassword, {
      error: passwordsDiffer(),
      path: ["confirmPassword"],
      when: () => true,
    }),
  );

export type ResetValues = z.infer<ReturnType<typeof resetRules>>;
