import * as z from "zod/mini";

const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const requiredPassword = z
  .string()
  .check(
    z.minLength(1, "Password is required"),
    z.minLength(6, "Password must be at least 6 characters"),
  );

export const loginRules = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Email is required"),
      z.regex(addressPattern, "Invalid email format"),
    ),
  password: requiredPassword,
  staySignedIn: z.boolean(),
});

export type LoginValues = z.infer<typeof loginRules>;

const classes =
  "Password must contain at least one uppercase letter, one lowercase letter, and one number";

export const signupRules = z
  .object({
    email: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, "Email is required"),
        z.regex(addressPattern, "Invalid email address"),
      ),
    firstName: z.string().check(z.trim(), z.minLength(1, "First name is required")),
    lastName: z.string().check(z.trim(), z.minLength(1, "Last name is required")),
    password: z
      .string()
      .check(
        z.minLength(1, "Password is required"),
        z.minLength(6, "Password must be at least 6 characters"),
        z.maxLength(128, "Password must be no more than 128 characters long"),
        z.regex(/[a-z]/, classes),
        z.regex(/[A-Z]/, classes),
        z.regex(/\d/, classes),
      ),
    confirmPassword: z.string().check(z.minLength(1, "Passwords do not match")),
    agreed: z.boolean().check(
      z.refine((agreed) => agreed, {
        error: "You must agree to the Terms of Service and Privacy Policy to create an account.",
      }),
    ),
  })
  .check(
    z.refine((values) => values.password === values.confirmPassword, {
      error: "Passwords do not match",
      path: ["confirmPassword"],
      // Said at once, not only after every other field is right.
      when: () => true,
    }),
  );

export type SignupValues = z.infer<typeof signupRules>;

export const signupFields = [
  "email",
  "firstName",
  "lastName",
  "password",
  "confirmPassword",
] as const;

/** Said above the form as soon as one of its texts is empty. */
export const allRequired = "All fields are required.";

export function lacksText(values: SignupValues): boolean {
  return signupFields.some((field) => values[field].trim() === "");
}

export const codeRules = z.object({
  code: z.string().check(z.trim(), z.toUpperCase(), z.minLength(1, "Please enter an invite code")),
});

export type CodeValues = z.infer<typeof codeRules>;
