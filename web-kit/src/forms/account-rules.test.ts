import { expect, test } from "vitest";
import written from "../../../tenant-runtime/src/accounts/form-examples.json?raw";
import {
  isEmail,
  isMadeOfKnownWords,
  isMailable,
  nameFault,
  normaliseEmail,
  passwordFaults,
  normaliseCode,
} from "./account-rules.ts";

/** The examples that the server's tests use as well, so that the two implementations stay equal. */
interface Examples {
  emails: { typed: string; stored: string | null }[];
  mailable: { email: string; accepted: boolean }[];
  names: { typed: string; message: string | null }[];
  passwords: { typed: string; messages: string[] }[];
  knownWords: { password: string; email: string; weak: boolean }[];
  codes: { typed: string; plain: string }[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file, which the server's tests read too
const examples = JSON.parse(written) as Examples;

test.each(examples.emails)("the email address $typed is stored as $stored", ({ typed, stored }) => {
  expect(isEmail(typed) ? normaliseEmail(typed) : null).toBe(stored);
});

test.each(examples.mailable)("mail to $email is accepted: $accepted", ({ email, accepted }) => {
  expect(isEmail(email)).toBe(true);
  expect(isMailable(email)).toBe(accepted);
});

test.each(examples.names)("the name $typed is refused with $message", ({ typed, message }) => {
  expect(nameFault("First name", typed)).toBe(message);
});

test.each(examples.passwords)("the password $typed is refused with $messages", (one) => {
  expect(passwordFaults(one.typed)).toEqual(one.messages);
});

test.each(examples.knownWords)("$password for $email consists of known words: $weak", (one) => {
  const person = { email: one.email, firstName: "Rosa", lastName: "Lindqvist" };
  expect(isMadeOfKnownWords(one.password, person)).toBe(one.weak);
});

test.each(examples.codes)("the code $typed is normalised to $plain", ({ typed, plain }) => {
  expect(normaliseCode(typed)).toBe(plain);
});
