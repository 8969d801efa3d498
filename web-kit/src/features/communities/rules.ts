import { t } from "@lingui/core/macro";
import { z } from "zod/mini";
import { contentTooLong, sanitise, type TextRule } from "../../content/rules.ts";

export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 50_000;

const TITLE_TOO_LONG = t`Title too long (max 200 characters)`;

const titleRule: TextRule = { max: NAME_MAX, multiline: false, required: true };
const descriptionRule: TextRule = { max: DESCRIPTION_MAX, multiline: true, required: true };

/** The error of a title, or null. */
export function checkTitle(text: string): string | null {
  const fault = sanitise(text, titleRule).faults[0] ?? null;
  return fault === contentTooLong(NAME_MAX) ? TITLE_TOO_LONG : fault;
}

/** The error of a description, or null. */
export function checkDescription(text: string): string | null {
  return sanitise(text, descriptionRule).faults[0] ?? null;
}

/** A text field validated by `check`. */
export function validatedText(check: (text: string) => string | null) {
  return z.string().check(
    z.superRefine((text, context) => {
      const fault = check(text);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    }),
    z.trim(),
  );
}

const title = validatedText(checkTitle);

export const communitySchema = z
  .object({
    name: title,
    description: validatedText(checkDescription),
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
        message: t`Choose at least one affiliation`,
      },
    ),
  );

export const settingsSchema = z.object({
  name: title,
  description: validatedText(checkDescription),
  membersMayStartThreads: z.boolean(),
  historyFromJoin: z.boolean(),
});

export const threadSchema = z.object({ caption: title });

/** An optional note: the message of a request, an answer or a reason. */
export function optionalNote(max: number) {
  return validatedText(
    (text) => sanitise(text, { max, multiline: true, required: false }).faults[0] ?? null,
  );
}
