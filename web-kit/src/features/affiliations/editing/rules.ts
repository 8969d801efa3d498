import { z } from "zod/mini";
import type { Affiliation } from "../../../api/types.ts";
import { sanitise } from "../../../content/rules.ts";
import { checked, checkTitle, DESCRIPTION_MAX, noteText } from "../../communities/rules.ts";

export const TAGLINE_MAX = 120;
const PATH_FORMAT = "Invalid URL path format";
const PATH_SHAPE = /^(?=.{2,50}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What is typed becomes what a path is made of (F-036); a hyphen at its edge may go on, so it stays for now. */
export function pathAsTyped(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

/** A path that nobody goes on typing. */
export function pathAsKept(text: string): string {
  return pathAsTyped(text).replaceAll(/^-|-$/g, "");
}

/** Why a path may not be used, as far as that needs no server, or null. */
export function checkPath(path: string): string | null {
  return path === "" || PATH_SHAPE.test(path) ? null : PATH_FORMAT;
}

/** What the server's reasons against a path are called. */
export const PATH_REASONS = {
  format: PATH_FORMAT,
  reserved: "This URL path is reserved. Please choose another one.",
  taken: "This URL path is taken.",
} as const;

/** A page's words, as far as they are checked before they are sent; of an emptied description the server speaks. */
export const pageSchema = z.object({
  name: checked(checkTitle),
  tagline: checked((text) => sanitise(text, taglineRule).faults[0] ?? null),
  description: noteText(DESCRIPTION_MAX),
  urlPath: checked((path) => checkPath(pathAsKept(path))),
});
const taglineRule = { max: TAGLINE_MAX, multiline: false, required: false };

export type PageWords = z.infer<typeof pageSchema>;

export const pageFields = [
  "name",
  "tagline",
  "description",
  "urlPath",
] as const satisfies readonly (keyof PageWords)[];

export function wordsOfPage({ name, tagline, description, urlPath }: Affiliation): PageWords {
  return { name, tagline: tagline ?? "", description, urlPath: urlPath ?? "" };
}

/** What is to become of the page, of that only what is not so already. */
export function changesOf(affiliation: Affiliation, words: PageWords): Partial<PageWords> {
  const before = wordsOfPage(affiliation);
  const after: PageWords = {
    name: words.name.trim(),
    tagline: words.tagline.trim(),
    description: words.description.trim(),
    urlPath: pathAsKept(words.urlPath),
  };
  const changed = pageFields.filter((field) => after[field] !== before[field].trim());
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}
