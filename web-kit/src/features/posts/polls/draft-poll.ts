import { t } from "@lingui/core/macro";
import type { NewPoll } from "../../../api/types.ts";
import { serverNow } from "../../../api/server-clock.ts";
import { countCharacters, stripControls } from "../../../content/rules.ts";
import type { Draft } from "../drafts.ts";
import { EMPTY_MESSAGE } from "../rules.ts";

/** The poll of a draft; its question is the draft's text. */
export interface DraftPoll {
  options: readonly string[];
  multiple: boolean;
  secret: boolean;
  closes: PollClosing;
}

/** When a poll closes: never, some time after it was posted, or at a fixed time. */
export type PollClosing =
  | { kind: "never" }
  | { kind: "after"; hours: number }
  /** With a time zone, or in that of the browser, as a `datetime-local` input returns it. */
  | { kind: "at"; time: string };

export const OPTIONS_MIN = 2;
export const OPTIONS_MAX = 10;
export const OPTION_MAX = 100;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

export const EMPTY_POLL: DraftPoll = {
  options: ["", ""],
  multiple: false,
  secret: false,
  closes: { kind: "after", hours: 7 * 24 },
};

export const OPTION_COUNT = t`A poll must have between 2 and 10 options`;
export const OPTION_TOO_LONG = t`Poll option exceeds maximum length of 100 characters`;
export const SAME_OPTIONS = t`The options of a poll must be different`;
export const CLOSING_TIME = t`A poll must close in the future, within a year`;
const POLL_ON_REPLY = t`Replies cannot have a poll`;

/** An option as the server stores it: a single line. */
export function optionText(typed: string): string {
  return stripControls(typed).trim().replaceAll(/\s+/gu, " ");
}

/** The error of a typed option among the others, or null. The server runs the same checks. */
export function optionFault(options: readonly string[], at: number): string | null {
  const text = optionText(options[at] ?? "");
  if (text === "") return null;
  if (countCharacters(text) > OPTION_MAX) return OPTION_TOO_LONG;
  const isRepeated = options.slice(0, at).some((other) => isSameOption(optionText(other), text));
  return isRepeated ? SAME_OPTIONS : null;
}

function isSameOption(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The error of the closing time, or null. */
export function closingFault(closes: PollClosing): string | null {
  if (closes.kind !== "at") return null;
  const ahead = Date.parse(closes.time) - serverNow();
  return ahead > 0 && ahead <= YEAR_MS ? null : CLOSING_TIME;
}

/** The draft without empty options; null if fewer than two remain. */
export function completePoll(poll: DraftPoll): DraftPoll | null {
  const options = poll.options.map(optionText).filter((text) => text !== "");
  return options.length < OPTIONS_MIN ? null : { ...poll, options };
}

/** Why a draft's poll cannot be sent, or null. Its question is the text of the draft. */
export function pollFault({ poll, replyTo, text }: Draft): string | null {
  if (poll === undefined) return null;
  if (replyTo !== null) return POLL_ON_REPLY;
  return text.trim() === "" ? EMPTY_MESSAGE : null;
}

/** The poll to create; its closing time counts from now. */
export function toNewPoll({ options, multiple, secret, closes }: DraftPoll): NewPoll {
  return { options: [...options], multiple, secret, closesAt: closingTime(closes) };
}

function closingTime(closes: PollClosing): string | null {
  switch (closes.kind) {
    case "never":
      return null;
    case "after":
      return new Date(serverNow() + closes.hours * HOUR_MS).toISOString();
    case "at":
      return new Date(closes.time).toISOString();
  }
}

/** Converts a poll that was not sent back to a poll of a draft. */
export function toDraftPoll({ closesAt, ...poll }: NewPoll): DraftPoll {
  return {
    ...poll,
    closes: closesAt === null ? { kind: "never" } : { kind: "at", time: closesAt },
  };
}
