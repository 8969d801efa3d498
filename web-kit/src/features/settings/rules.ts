import * as z from "zod/mini";

const name = (label: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(2, `${label} must be at least 2 characters long`),
      z.maxLength(50, "Content exceeds maximum length of 50 characters"),
      z.regex(/^[\p{L}\p{M} '’.-]+$/u, `${label} contains invalid characters`),
    );

export const nameRules = z.object({
  firstName: name("First name"),
  lastName: name("Last name"),
});

export type NameValues = z.infer<typeof nameRules>;
