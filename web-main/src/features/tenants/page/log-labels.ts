import { t } from "@lingui/core/macro";
import { readableName } from "@guildhall/web-kit/content/audit-labels.ts";
import { isLanguage } from "@guildhall/web-kit/language/languages.ts";
import { CONTENT_FILTERS } from "../../staff/content-filter/content-filter-labels.ts";
import type { LogEntry } from "../types.ts";
import { defaultLanguageLabel, tenantStates } from "../labels.ts";

/** The differences between before and after, one line each. */
export function changeLines({ action, before, after }: LogEntry): string[] {
  const was = toFacts(before);
  const is = toFacts(after);
  return Object.keys({ ...was, ...is })
    .filter((name) => !/id$/i.test(name))
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => {
      const words = (value: unknown) => valueLabel(name, value, action);
      return was[name] === undefined || was[name] === null
        ? `${fieldLabel(name)}: ${words(is[name])}`
        : `${fieldLabel(name)}: ${words(was[name])} → ${words(is[name])}`;
    });
}

function toFacts(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  brandName: t`Brand name`,
  colour: t`Colour`,
  contentFilter: t`Content filter`,
  corners: t`Corners`,
  defaultLanguage: t`Default language`,
  domain: t`Domain`,
  expiresAt: t`Expires at`,
  headings: t`Headings`,
  host: t`Host`,
  isPrimary: t`Is primary`,
  issuer: t`Issuer`,
  logoUrl: t`Logo url`,
  markUrl: t`Mark url`,
  name: t`Name`,
  partner: t`Partner`,
  picture: t`Picture`,
  pictureUrl: t`Picture url`,
  signInLayout: t`Sign in layout`,
  source: t`Source`,
  state: t({ message: "State", context: "of a portal or domain" }),
  subdomain: t`Subdomain`,
  topBar: t`Top bar`,
  type: t`Type`,
  until: t({ message: "Until", context: "end of a period" }),
  version: t`Version`,
};

/** The label of a changed field; a name without one is made readable. */
const fieldLabel = (name: string) => FIELD_LABELS[name] ?? readableName(name);

function valueLabel(name: string, value: unknown, action: string): string {
  if (name === "defaultLanguage") {
    if (value === null) return defaultLanguageLabel(null);
    if (typeof value === "string" && isLanguage(value)) return defaultLanguageLabel(value);
  }
  if (name === "contentFilter") {
    if (value === null) return t`As the network`;
    if (value === "strict" || value === "relaxed") return CONTENT_FILTERS[value];
  }
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value !== "string") return JSON.stringify(value);
  const state = Object.entries(tenantStates).find(([known]) => known === value);
  return action.startsWith("tenant.") && state !== undefined ? state[1].label : value;
}
