import * as z from "zod/mini";

const labelWords =
  "Use 2 to 63 small letters, digits and hyphens, with a letter or digit at both ends.";

/** A name below the platform's domain. Which ones are taken or reserved, the server knows. */
export const subdomainRule = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Please enter a subdomain."),
    z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/, labelWords),
  );

export const newPortalRules = z.object({
  affiliationId: z.string().check(z.minLength(1, "Please choose an affiliation.")),
  subdomain: subdomainRule,
  brandName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please enter a name."),
      z.maxLength(60, "A name may have at most 60 characters."),
    ),
});

/** A host in whatever way it was pasted: without scheme, path, port and final dot. */
export function bareHost(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, "")
    .replace(/[/?#:].*$/, "")
    .replace(/\.$/, "");
}

/** What is wrong with a host, as far as this can be said without asking the server. */
export function hostFault(host: string): string | null {
  if (host === "") return "Please enter a domain.";
  if (/^[\d.]+$/.test(host)) return "An address of numbers cannot be a domain.";
  if (!host.includes(".")) return "Please enter the whole domain, such as members.example.org.";
  if (host.length > 253 || /\s/.test(host) || host.split(".").some((label) => !isLabel(label))) {
    return "This is not a domain. Please check it.";
  }
  return null;
}

/** Letters of any script: the server keeps their ASCII form. */
const isLabel = (label: string) =>
  /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u.test(label);

/** Whether a host is one that a "www." is usually put before: it has no further name of its own. */
export const looksLikeApex = (host: string) => host.split(".").length === 2;

export const colourRule = /^#[0-9a-f]{6}$/i;

/** `#rrggbb` from whatever was typed or pasted, or null while it is none. */
export function colourIn(typed: string): string | null {
  const bare = typed.trim().replace(/^#/, "");
  const long = /^[0-9a-f]{3}$/i.test(bare) ? bare.replaceAll(/./g, "$&$&") : bare;
  const colour = `#${long}`;
  return colourRule.test(colour) ? colour.toLowerCase() : null;
}
