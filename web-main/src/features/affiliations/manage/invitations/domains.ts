import { t } from "@lingui/core/macro";
const DOMAINS_MAX = 20;
const DOMAIN_SHAPE =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The email domains in a text, in lower case and without a leading @. */
export function domainsIn(text: string): string[] {
  const domains = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, ""))
    .filter((domain) => domain !== "");
  return [...new Set(domains)];
}

/** The error of the text, or null. The server also refuses domains of public mail providers. */
export function domainsError(text: string): string | null {
  const domains = domainsIn(text);
  if (domains.length > DOMAINS_MAX) return t`At most ${DOMAINS_MAX} domains`;
  // Internationalised names are checked by the server.
  const wrong = domains.find(
    (domain) => /^[\x20-\x7e]*$/.test(domain) && !DOMAIN_SHAPE.test(domain),
  );
  return wrong === undefined ? null : t`${wrong} is not an email domain`;
}
