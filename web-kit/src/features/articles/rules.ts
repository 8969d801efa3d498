import { t } from "@lingui/core/macro";
import { z } from "zod/mini";
import { sanitise } from "../../content/rules.ts";
import { countWords } from "../../content/word-count.ts";
import { validatedText, checkTitle, DESCRIPTION_MAX } from "../communities/rules.ts";

/** Validation of articles, with the server's messages and in its order. */

export const WORDS_MAX = 1600;
export const TOO_LONG = t`Article exceeds maximum length of 1600 words`;

/** Reading speed in words per minute. */
const WORDS_A_MINUTE = 220;
const IDEOGRAPHS_A_MINUTE = 500;

export function readingMinutes(text: string): number {
  const { words, ideographs } = countWords(text);
  const minutes = (words - ideographs) / WORDS_A_MINUTE + ideographs / IDEOGRAPHS_A_MINUTE;
  return Math.max(1, Math.round(minutes));
}

/** The error of an article's text, or null. */
export function checkContent(text: string): string | null {
  if (countWords(text).words > WORDS_MAX) return TOO_LONG;
  const rule = { max: DESCRIPTION_MAX, multiline: true, required: true };
  return sanitise(text, rule).faults[0] ?? null;
}

export const articleSchema = z.object({
  title: validatedText(checkTitle),
  content: validatedText(checkContent),
  shared: z.boolean(),
});

export type ArticleFields = z.infer<typeof articleSchema>;
