import { t } from "@lingui/core/macro";

interface Values {
  label: string;
  n: number;
}

/**
 * The messages of `form-rules.json` in the page's language, by their English text. The file is
 * shared with the server, so that its messages cannot be marked for translation there.
 */
const TRANSLATIONS: Record<string, (values: Values) => string> = {
  "Email is required": () => t`Email is required`,
  "Invalid email format": () => t`Invalid email format`,
  "Invalid email address format.": () => t`Invalid email address format.`,
  "{label} must be at least {n} characters long": ({ label, n }) =>
    t`${label} must be at least ${n} characters long`,
  "Content exceeds maximum length of {n} characters": ({ n }) =>
    t`Content exceeds maximum length of ${n} characters`,
  "{label} contains invalid characters": ({ label }) => t`${label} contains invalid characters`,
  "Password is required": () => t`Password is required`,
  "Password must be at least {n} characters long": ({ n }) =>
    t`Password must be at least ${n} characters long`,
  "Password must be no more than {n} characters long": ({ n }) =>
    t`Password must be no more than ${n} characters long`,
  "Password must contain at least one uppercase letter, one lowercase letter, and one number": () =>
    t`Password must contain at least one uppercase letter, one lowercase letter, and one number`,
  "Password is too weak. Please choose a stronger password.": () =>
    t`Password is too weak. Please choose a stronger password.`,
  "Passwords do not match": () => t`Passwords do not match`,
};

/** True if a message of the rules has a translatable text. */
export function isTranslatable(message: string): boolean {
  return Object.hasOwn(TRANSLATIONS, message);
}

/** A message of the rules in the page's language, with the values of its placeholders. */
export function ruleMessage(message: string, values: Partial<Values> = {}): string {
  const { label = "", n = 0 } = values;
  return TRANSLATIONS[message]?.({ label, n }) ?? message;
}
