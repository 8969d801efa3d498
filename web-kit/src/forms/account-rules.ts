/**
 * Validation of account forms. The limits and messages come from the server's own file, so that
 * both refuse the same input with the same message. Both are tested with the examples in
 * `form-examples.json` there.
 */
import * as z from "zod/mini";
import source from "../../../tenant-runtime/src/accounts/form-rules.json?raw";
import { ruleMessage } from "./rule-messages.ts";

interface FormRules {
  email: {
    charsMax: number;
    localCharsMax: number;
    localPattern: string;
    localDotsPattern: string;
    domainPattern: string;
    required: string;
    malformed: string;
    unmailable: string;
  };
  name: {
    charsMin: number;
    charsMax: number;
    pattern: string;
    letterPattern: string;
    tooShort: string;
    tooLong: string;
    malformed: string;
  };
  password: {
    charsMin: number;
    charsMax: number;
    classPatterns: string[];
    knownWordCharsMin: number;
    charsBeyondKnownMin: number;
    required: string;
    tooShort: string;
    tooLong: string;
    classes: string;
    weak: string;
    different: string;
  };
  code: { ignoredPattern: string };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file, covered by tests
const rules = JSON.parse(source) as FormRules;

const pattern = (text: string) => new RegExp(text, "u");
const localPattern = pattern(rules.email.localPattern);
const localDotsPattern = pattern(rules.email.localDotsPattern);
const domainPattern = pattern(rules.email.domainPattern);
const namePattern = pattern(rules.name.pattern);
const letterPattern = pattern(rules.name.letterPattern);
const classPatterns = rules.password.classPatterns.map(pattern);
const ignoredInCodes = new RegExp(rules.code.ignoredPattern, "gu");

/** Fewest characters of a new password, where the operator has not configured another number. */
export const PASSWORD_CHARS_MIN = rules.password.charsMin;

const count = (text: string) => Array.from(text).length;

/**
 * An email address as the server stores it: an international domain such as `bücher.example`
 * becomes A-labels.
 */
export function normaliseEmail(typed: string): string {
  const text = typed.trim();
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (at === -1 || /^[\0-\x7F]*$/.test(domain)) return text.toLowerCase();
  return `${text.slice(0, at)}@${asciiDomain(domain)}`.toLowerCase();
}

function asciiDomain(domain: string): string {
  // The URL parser converts international names; no other URL syntax may reach it.
  if (/[^\p{L}\p{M}\p{N}\p{Join_Control}.。．｡·・-]/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** True if the text has the syntax of an email address. */
export function isEmail(typed: string): boolean {
  const email = normaliseEmail(typed);
  const at = email.lastIndexOf("@");
  return (
    email.length <= rules.email.charsMax &&
    localPattern.test(email.slice(0, Math.max(0, at))) &&
    domainPattern.test(email.slice(at + 1))
  );
}

/** True if mail servers accept the local part of the address. */
export function isMailable(typed: string): boolean {
  const email = normaliseEmail(typed);
  const local = email.slice(0, email.lastIndexOf("@"));
  return local.length <= rules.email.localCharsMax && localDotsPattern.test(local);
}

/** The error of a first or last name, or null. */
export function nameFault(label: string, typed: string): string | null {
  const name = typed.trim().replaceAll(/\s+/gu, " ");
  const { charsMin, charsMax, tooShort, tooLong, malformed } = rules.name;
  if (count(name) < charsMin) return ruleMessage(tooShort, { label, n: charsMin });
  if (count(name) > charsMax) return ruleMessage(tooLong, { n: charsMax });
  if (!namePattern.test(name) || !letterPattern.test(name))
    return ruleMessage(malformed, { label });
  return null;
}

/** All errors of a new password; `charsMin` is the minimum length that the server requires. */
export function passwordFaults(typed: string, charsMin = PASSWORD_CHARS_MIN): string[] {
  const { charsMax, required, tooShort, tooLong, classes } = rules.password;
  if (typed === "") return [ruleMessage(required)];
  const faults: string[] = [];
  if (count(typed) < charsMin) faults.push(ruleMessage(tooShort, { n: charsMin }));
  else if (count(typed) > charsMax) faults.push(ruleMessage(tooLong, { n: charsMax }));
  if (!hasAllClasses(typed)) faults.push(ruleMessage(classes));
  return faults;
}

export const passwordTooShort = (charsMin: number) =>
  ruleMessage(rules.password.tooShort, { n: charsMin });

/** True if a password has an upper-case letter, a lower-case letter and a digit. */
export const hasAllClasses = (password: string) => classPatterns.every((one) => one.test(password));

export interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

/** True if a password consists mostly of the email's local part and the person's names. */
export function isMadeOfKnownWords(password: string, person: Person): boolean {
  const lower = password.toLowerCase();
  let rest = lower;
  for (const word of knownWords(person)) rest = rest.replaceAll(word, "");
  return rest !== lower && count(rest) < rules.password.charsBeyondKnownMin;
}

function knownWords({ email, firstName, lastName }: Person): string[] {
  const texts = [email.split("@")[0] ?? "", firstName, lastName];
  const words = texts.flatMap((text) => {
    const lower = text.trim().toLowerCase();
    return [lower, ...lower.split(/[^\p{Alphabetic}\p{N}]/u)];
  });
  const long = words.filter((word) => count(word) >= rules.password.knownWordCharsMin);
  return [...new Set(long)].toSorted((a, b) => count(b) - count(a));
}

/** A code as the server compares it: width-folded, upper case, without spaces and hyphens. */
export const normaliseCode = (typed: string) =>
  typed.normalize("NFKC").replaceAll(ignoredInCodes, "").toUpperCase();

export const PASSWORD_CHARS_MAX = rules.password.charsMax;

export const passwordTooLong = () => ruleMessage(rules.password.tooLong, { n: PASSWORD_CHARS_MAX });
export const passwordWeak = () => ruleMessage(rules.password.weak);
export const passwordsDiffer = () => ruleMessage(rules.password.different);
export const emailUnmailable = () => ruleMessage(rules.email.unmailable);

/** Adds a form error for each fault found. */
export const addFaults = (find: (text: string) => readonly string[]) =>
  z.check<string>(({ value, issues }) => {
    for (const message of find(value)) issues.push({ code: "custom", message, input: value });
  });

/** An email field; `malformed` is the message for a syntax error. */
export const emailField = (malformed: string = ruleMessage(rules.email.malformed)) =>
  z.string().check(
    z.trim(),
    addFaults((text) => {
      if (text === "") return [ruleMessage(rules.email.required)];
      return isEmail(text) ? [] : [malformed];
    }),
  );

export const nameField = (label: string) =>
  z.string().check(
    z.trim(),
    addFaults((text) => {
      const fault = nameFault(label, text);
      return fault === null ? [] : [fault];
    }),
  );

export const newPasswordField = (charsMin: number) =>
  z.string().check(addFaults((text) => passwordFaults(text, charsMin)));
