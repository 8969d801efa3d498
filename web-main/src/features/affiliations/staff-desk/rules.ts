import { t } from "@lingui/core/macro";
import { z } from "zod/mini";
import type { StaffAffiliation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import {
  checkTitle,
  DESCRIPTION_MAX,
  optionalNote,
  validatedText,
} from "@guildhall/web-kit/features/communities/rules.ts";
import { pageSchema } from "../editing/rules.ts";
import type { StaffAffiliationChange } from "./queries.ts";

const WEBSITE_FORMAT = t`Enter an address that begins with https:// or http://`;

/** The error of a website, or null; the server validates the rest of the address. */
export function checkWebsite(text: string): string | null {
  const address = text.trim();
  if (address === "") return null;
  const url = URL.parse(address);
  return url !== null && ["https:", "http:"].includes(url.protocol) ? null : WEBSITE_FORMAT;
}

/** Client-side validation of an affiliation's fields, as staff edit them. */
export const detailsSchema = z.object({
  name: validatedText(checkTitle),
  shortName: pageSchema.shape.shortName,
  tagline: pageSchema.shape.tagline,
  description: optionalNote(DESCRIPTION_MAX),
  website: validatedText(checkWebsite),
  isVerified: z.boolean(),
  isPrivate: z.boolean(),
});

export type Details = z.infer<typeof detailsSchema>;

export function detailsOf(affiliation: StaffAffiliation): Details {
  const { name, ownShortName, tagline, description, website, isVerified, isPrivate } = affiliation;
  return {
    name,
    shortName: ownShortName ?? "",
    tagline: tagline ?? "",
    description,
    website: website ?? "",
    isVerified,
    isPrivate,
  };
}

/** The fields that differ from the saved affiliation. */
export function changedDetails(
  affiliation: StaffAffiliation,
  values: Details,
): StaffAffiliationChange {
  const before = detailsOf(affiliation);
  const texts = (["name", "shortName", "tagline", "description", "website"] as const).filter(
    (field) => values[field].trim() !== before[field].trim(),
  );
  const flags = (["isVerified", "isPrivate"] as const).filter(
    (field) => values[field] !== before[field],
  );
  return Object.fromEntries([
    ...texts.map((field) => [field, values[field].trim()]),
    ...flags.map((field) => [field, values[field]]),
  ]);
}
