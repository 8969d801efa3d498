import { z } from "zod/mini";

export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 50_000;

const TITLE_TOO_LONG = "Title too long (max 200 characters)";
const DESCRIPTION_TOO_LONG = "Content exceeds maximum length of 50000 characters";
const HARMFUL = "Content contains potentially harmful code";
const REQUIRED = "Input is required";

const HARMFUL_PATTERNS: readonly RegExp[] = [
  /<\s*\/?\s*script/i,
  /javascript\s*:/i,
  /vbscript\s*:/i,
  /data\s*:\s*text\/html/i,
  /\bon(?:load|error|click)\s*=/i,
];

function isHarmless(text: string): boolean {
  return !HARMFUL_PATTERNS.some((pattern) => pattern.test(text));
}

const title = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, REQUIRED),
    z.maxLength(NAME_MAX, TITLE_TOO_LONG),
    z.refine(isHarmless, HARMFUL),
  );

export const communitySchema = z
  .object({
    name: title,
    description: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, REQUIRED),
        z.maxLength(DESCRIPTION_MAX, DESCRIPTION_TOO_LONG),
        z.refine(isHarmless, HARMFUL),
      ),
    groupType: z.enum(["community", "trust-circle"]),
    visibility: z.enum(["public", "private", "affiliations"]),
    affiliations: z.array(z.string()),
    requireAllAffiliations: z.boolean(),
  })
  .check(
    z.refine(
      ({ visibility, affiliations }) => visibility !== "affiliations" || affiliations.length > 0,
      {
        path: ["affiliations"],
        message: "Choose at least one affiliation",
      },
    ),
  );

export const threadSchema = z.object({ caption: title });
