import * as z from "zod/mini";

export const forgotRules = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Email is required"),
      z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Invalid email address format."),
    ),
});

export type ForgotValues = z.infer<typeof forgotRules>;

const classes =
  "Password must contain at least one uppercase letter, one lowercase letter, and one number";

export const resetRules = z
  .object({
    password: z
      .string()
      .check(
        z.minLength(1, "Password is required"),
        z.minLength(8, "Password must be at least 8 characters long"),
        z.maxLength(128, "Password must be no more than 128 characters long"),
        z.regex(/[a-z]/, classes),
        z.regex(/[A-Z]/, classes),
        z.regex(/\d/, classes),
      ),
    confirmPassword: z.string(),
  })
  .check(
    z.refine((values) => values.password === values.confirmPassword, {
      error: "Passwords do not match",
      path: ["confirmPassword"],
      when: () => true,
    }),
  );

export type ResetValues = z.infer<typeof resetRules>;
