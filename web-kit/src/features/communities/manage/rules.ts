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
const END_BEFORE_START = t`An event must end after its start`;
const WRONG_CAPACITY = t`The capacity must be between 1 and 100000`;

/**
 * Converts a date-time field's value from the viewer's time zone to ISO; null if it is empty or
 * invalid.
 */
export function parseLocalTime(typed: string): string | null {
  const time = Date.parse(typed);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** The value of a date-time field for an ISO time, in the viewer's time zone. */
export function toLocalTime(iso: string | null): string {
  if (iso === null) return "";
  const time = new Date(iso);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
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

/** The fields of an announcement as typed; those from `endsAt` are of events only. */
export interface AnnouncementFields {
  content: string;
  startsAt: string;
  endsAt: string;
  location: string;
  link: string;
  capacity: string;
}

/**
 * An announcement has the maximum length of a reply and the markup of an article. An event that is
 * changed may keep its start.
 */
export function announcementSchema(knownStart: string) {
  return z
    .object({
      content: z.string().check(
        z.superRefine((text, context) => {
          const fault = checkCommentOrAnnouncement(toContent(text));
          if (fault !== null) context.addIssue({ code: "custom", message: fault });
        }),
      ),
      startsAt: z
        .string()
        .check(z.refine((start) => start === knownStart || !isPast(start), PAST_START)),
      endsAt: z.string(),
      location: z.string(),
      link: z.string(),
      capacity: z.string().check(z.refine(isCapacity, WRONG_CAPACITY)),
    })
    .check(
      z.refine(({ startsAt, endsAt }) => !endsBeforeStart(startsAt, endsAt), {
        error: END_BEFORE_START,
        path: ["endsAt"],
      }),
    );
}

function isCapacity(typed: string): boolean {
  const number = typed.trim();
  return (
    number === "" || (/^\d+$/.test(number) && Number(number) >= 1 && Number(number) <= 100_000)
  );
}

function endsBeforeStart(start: string, end: string): boolean {
  return start !== "" && end !== "" && Date.parse(end) <= Date.parse(start);
}
