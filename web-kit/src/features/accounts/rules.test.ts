import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { codeRules, hasEmptyField, loginRules, signupRules, type SignupValues } from "./rules.ts";

/** The first error of each field, as the form shows it. */
function refusals(rules: z.core.$ZodType, values: unknown): Record<string, string> {
  const result = z.safeParse(rules, values);
  const words: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) words[issue.path.join(".")] ??= issue.message;
  return words;
}

describe("loginRules", () => {
  const login = (email: string, password: string) =>
    refusals(loginRules, { email, password, staySignedIn: true });

  test("requires both fields", () => {
    expect(login("", "")).toEqual({
      email: "Email is required",
      password: "Password is required",
    });
  });

  test("requires an email address and six characters", () => {
    expect(login("nadia@ashcombe", "12345")).toEqual({
      email: "Invalid email format",
      password: "Password must be at least 6 characters",
    });
    expect(login("  nadia@ashcombe.example ", "123456")).toEqual({});
  });
});

describe("signupRules", () => {
  const good: SignupValues = {
    email: "nadia@ashcombe.example",
    firstName: "Nadia",
    lastName: "Rahman",
    password: "Bridges2026",
    confirmPassword: "Bridges2026",
    agreed: true,
  };
  const signup = (changes: Partial<SignupValues>, passwordMinLength = 8) =>
    refusals(signupRules(passwordMinLength), { ...good, ...changes });

  test("accepts a complete form", () => {
    expect(signup({})).toEqual({});
  });

  test("uses the sign-up form's message for an invalid address", () => {
    expect(signup({ email: "nadia" })).toEqual({ email: "Invalid email address" });
  });

  test.each(["bridges2026", "BRIDGES2026", "BridgesBridges"])(
    "requires three character classes in %s",
    (password) => {
      expect(signup({ password, confirmPassword: password })).toEqual({
        password:
          "Password must contain at least one uppercase letter, one lowercase letter, and one number",
      });
    },
  );

  test("requires eight characters, as the server does", () => {
    expect(signup({ password: "Abcde1x", confirmPassword: "Abcde1x" })).toEqual({
      password: "Password must be at least 8 characters long",
    });
  });

  test("wants as many characters as the operator has configured", () => {
    expect(signup({}, 12)).toEqual({ password: "Password must be at least 12 characters long" });
    expect(signup({ password: "Abcde1x", confirmPassword: "Abcde1x" }, 6)).toEqual({});
  });

  test("refuses a password made of the address and the names", () => {
    for (const password of ["Nadia2026", "Nadia.Rahman1"]) {
      expect(signup({ password, confirmPassword: password })).toEqual({
        password: "Password is too weak. Please choose a stronger password.",
      });
    }
  });

  test("refuses names and addresses as the server does", () => {
    expect(signup({ firstName: "R2D2" })).toEqual({
      firstName: "First name contains invalid characters",
    });
    expect(signup({ firstName: "" })).toEqual({ firstName: "First name is required" });
    expect(signup({ email: "nadia..r@ashcombe.example" })).toEqual({
      email: "Invalid email address format.",
    });
    expect(signup({ email: "nadia@bücher.example" })).toEqual({});
  });

  test("accepts at most 128 characters", () => {
    const password = `Aa1${"x".repeat(126)}`;
    expect(signup({ password, confirmPassword: password })).toEqual({
      password: "Password must be no more than 128 characters long",
    });
  });

  test("compares both passwords even if other fields have errors", () => {
    expect(signup({ email: "", confirmPassword: "Bridges2027" })).toEqual({
      email: "Email is required",
      confirmPassword: "Passwords do not match",
    });
  });

  test("requires the agreement", () => {
    expect(signup({ agreed: false })).toEqual({
      agreed: "You must agree to the Terms of Service and Privacy Policy to create an account.",
    });
  });

  test("treats a field of spaces as empty", () => {
    expect(hasEmptyField({ ...good, firstName: "  " })).toBe(true);
    expect(hasEmptyField(good)).toBe(false);
  });
});

test("an invite code is required and case-insensitive", () => {
  expect(refusals(codeRules, { code: " " })).toEqual({ code: "Please enter an invite code" });
  expect(z.parse(codeRules, { code: " wel-come 1 " })).toEqual({ code: "WELCOME1" });
});
