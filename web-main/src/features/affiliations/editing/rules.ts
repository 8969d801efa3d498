import { t } from "@lingui/core/macro";
import { z } from "zod/mini";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { countCharacters, sanitise } from "@guildhall/web-kit/content/rules.ts";
import {
  validatedText,
  checkTitle,
  DESCRIPTION_MAX,
  optionalNote,
} from "@guildhall/web-kit/features/communities/rules.ts";

export const TAGLINE_MAX = 120;
export const SHORT_NAME_MAX = 12;
const SHORT_NAME_MIN = 2;
const SHORT_NAME_LENGTH = t`A short name has between 2 and 12 characters.`;
const PATH_FORMAT = t`Invalid URL path format`;
const PATH_SHAPE = /^(?=.{2,50}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Normalises a path while typing (F-036). A trailing hyphen is kept, since more may follow. */
export function sanitiseTypedPath(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** Normalises a complete path. */
export function normalisePath(text: string): string {
  return sanitiseTypedPath(text).replaceAll(/^-|-$/g, "");
}

/** The format error of a path, or null. Availability is the server's check. */
export function checkPath(path: string): string | null {
  return path === "" || PATH_SHAPE.test(path) ? null : PATH_FORMAT;
}

/** Messages for the server's reasons against a path. */
export const PATH_REASONS = {
  format: PATH_FORMAT,
  reserved: t`This URL path is reserved. Please choose another one.`,
  taken: t`This URL path is taken.`,
} as const;

/** The error of a short name, or null; an empty one is derived from the name. */
export function checkShortName(text: string): string | null {
  const length = countCharacters(text.trim());
  if (length === 0 || (length >= SHORT_NAME_MIN && length <= SHORT_NAME_MAX)) return null;
  return SHORT_NAME_LENGTH;
}

/** Client-side validation of a page's texts; the server validates an emptied description. */
export const pageSchema = z.object({
  name: validatedText(checkTitle),
  shortName: validatedText(checkShortName),
  tagline: validatedText((text) => sanitise(text, taglineRule).faults[0] ?? null),
  description: optionalNote(DESCRIPTION_MAX),
  urlPath: validatedText((path) => checkPath(normalisePath(path))),
});
const taglineRule = { max: TAGLINE_MAX, multiline: false, required: false };

export type PageFields = z.infer<typeof pageSchema>;

export const pageFields = [
  "name",
  "shortName",
  "tagline",
  "description",
  "urlPath",
] as const satisfies readonly (keyof PageFields)[];

export function pageFieldsOf(affiliation: Affiliation): PageFields {
  const { name, ownShortName, tagline, description, urlPath } = affiliation;
  return {
    name,
    shortName: ownShortName ?? "",
    tagline: tagline ?? "",
    description,
    urlPath: urlPath ?? "",
  };
}

/** The subset of the texts that differs from the saved page. */
export function changedFields(affiliation: Affiliation, words: PageFields): Partial<PageFields> {
  const before = pageFieldsOf(affiliation);
  const after: PageFields = {
    name: words.name.trim(),
    shortName: words.shortName.trim(),
    tagline: words.tagline.trim(),
    description: words.description.trim(),
    urlPath: normalisePath(words.urlPath),
  };
  const changed = pageFields.filter((field) => after[field] !== before[field].trim());
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}
