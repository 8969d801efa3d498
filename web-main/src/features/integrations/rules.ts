import { t } from "@lingui/core/macro";
import { countCharacters } from "@guildhall/web-kit/content/rules.ts";
import { isPublicHost } from "./public-address.ts";

export const TOKEN_NAME_MAX = 60;
/** Maximum active tokens of an owner. */
export const TOKENS_MAX = 20;
export const WEBHOOK_URL_MAX = 500;

/** Lifetimes of a token in days; the server accepts 1 to 365. */
export const TOKEN_DAYS = [7, 30, 60, 90, 180, 365] as const;
export const TOKEN_DAYS_DEFAULT = 90;

/** The error of a token's name, or null. */
export function tokenNameFault(name: string): string | null {
  const length = countCharacters(name.trim());
  if (length === 0) return t`Please enter a name.`;
  return length > TOKEN_NAME_MAX ? t`A name may have at most 60 characters.` : null;
}

/** The error of a webhook's URL, or null. */
export function webhookUrlFault(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return t`Please enter a URL.`;
  if (countCharacters(text) > WEBHOOK_URL_MAX) return t`A URL may have at most 500 characters.`;
  if (!URL.canParse(text)) {
    return t`This is not a URL. It looks like https://example.org/hooks.`;
  }
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== "https:") return t`The URL must begin with https://.`;
  if (username !== "" || password !== "") return t`The URL must not contain a user or a password.`;
  return isPublicHost(hostname) ? null : t`The URL must lead to a public address.`;
}
