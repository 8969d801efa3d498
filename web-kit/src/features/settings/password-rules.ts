import * as z from "zod/mini";

export const passwordRules = z
  .object({
    currentPassword: z
      .string()
      .check(z.minLength(1, "Current password is required to change your password")),
    newPassword: z
      .string()
      .check(
        z.minLength(6, "Password must be at least 6 characters long"),
        z.maxLength(128, "Password must be no more than 128 characters long"),
      ),
    confirmPassword: z.string(),
    signOutOthers: z.boolean(),
  })
  .check(
    z.refine((values) => values.newPassword === values.confirmPassword, {
      error: "Passwords do not match",
      path: ["confirmPassword"],
      when: () => true,
    }),
  );

export type PasswordValues = z.infer<typeof passwordRules>;
