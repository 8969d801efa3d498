import { t } from "@lingui/core/macro";
import * as z from "zod/mini";

const labelPattern = t`Use 2 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends.`;

/** The syntax of a subdomain. The server knows which ones are taken or reserved. */
export const subdomainRule = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, t`Please enter a subdomain.`),
    z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/, labelPattern),
  );

export const newPortalRules = z.object({
  affiliationId: z.string().check(z.minLength(1, t`Please choose an affiliation.`)),
  subdomain: subdomainRule,
  brandName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, t`Please enter a name.`),
      z.maxLength(60, t`A name may have at most 60 characters.`),
    ),
});

/** The host of a pasted URL: without scheme, path, port and trailing dot. */
export function normaliseHostInput(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#:].*$/, "")
    .replace(/\.$/, "");
}

/** The syntax error of a host, or null. */
export function hostFault(host: string): string | null {
  if (host === "") return t`Please enter a domain.`;
  if (/^[\d.]+$/.test(host)) return t`An IP address cannot be a domain.`;
  if (!host.includes(".")) return t`Please enter the whole domain, such as members.example.org.`;
  if (host.length > 253 || /\s/.test(host) || host.split(".").some((label) => !isLabel(label))) {
    return t`This is not a domain. Please check it.`;
  }
  return null;
}

/** Letters of any script: the server stores their ASCII form. */
const isLabel = (label: string) =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u.test(label);

/** True for a host that usually has a "www." variant: one with two labels. */
export const looksLikeApex = (host: string) => host.split(".").length === 2;

export const colourRule = /^#[0-9a-f]{6}$/i;

/** Converts typed or pasted input to `#rrggbb`; null if it is no colour. */
export function parseColour(typed: string): string | null {
  const bare = typed.trim().replace(/^#/, "");
  const long = /^[0-9a-f]{3}$/i.test(bare) ? bare.replaceAll(/./g, "$&$&") : bare;
  const colour = `#${long}`;
  return colourRule.test(colour) ? colour.toLowerCase() : null;
}
