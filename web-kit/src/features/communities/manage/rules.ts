import { t } from "@lingui/core/macro";
import { serverNow } from "../../../api/server-clock.ts";
import { z } from "zod/mini";
import type { Preset } from "../../../api/types.ts";
import { toContent } from "../../posts/markup.ts";
import { checkCommentOrAnnouncement } from "../../posts/rules.ts";
import { optionalNote } from "../rules.ts";

export const REASON_MAX = 500;
export const ANSWER_MAX = 5000;
export const ANNOUNCEMENT_MAX = 5000;

const NO_END = t`Choose how long the timeout lasts`;
const PAST_END = t`A timeout must end in the future`;
const PAST_START = t`An event must start in the future`;

/**
 * Converts a date-time field's value from the viewer's time zone to ISO; null if it is empty or
 * invalid.
 */
export function parseLocalTime(typed: string): string | null {
  const time = Date.parse(typed);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function isPast(typed: string): boolean {
  return typed !== "" && Date.parse(typed) <= serverNow();
}

/** The timeout's length: a preset, or until a chosen time. */
export interface TimeoutFields {
  length: Preset | "own";
  end: string;
  reason: string;
}

export const timeoutSchema = z
  .object({
    length: z.enum(["1h", "1d", "7d", "own"]),
    end: z.string(),
    reason: optionalNote(REASON_MAX),
  })
  .check(
    z.superRefine(({ length, end }, context) => {
      if (length !== "own") return;
      const fault = end === "" ? NO_END : isPast(end) ? PAST_END : null;
      if (fault !== null) context.addIssue({ code: "custom", message: fault, path: ["end"] });
    }),
  );

export const answerSchema = z.object({ adminMessage: optionalNote(ANSWER_MAX) });

/** An announcement has the maximum length of a reply and the markup of an article. */
export const announcementSchema = z.object({
  content: z.string().check(
    z.superRefine((text, context) => {
      const fault = checkCommentOrAnnouncement(toContent(text));
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    }),
  ),
  start: z.string().check(z.refine((start) => !isPast(start), PAST_START)),
});
