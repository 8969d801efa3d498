import { field, stringField } from "../stored-fields.ts";
import type { DraftPoll, PollClosing } from "./draft-poll.ts";

/** Reads a poll of a stored draft; null if it has another form. */
export function readStoredPoll(value: unknown): DraftPoll | null {
  const options = field(value, "options");
  const [multiple, secret] = [field(value, "multiple"), field(value, "secret")];
  const closes = readClosing(field(value, "closes"));
  if (!isTextList(options) || closes === null) return null;
  if (typeof multiple !== "boolean" || typeof secret !== "boolean") return null;
  return { options, multiple, secret, closes };
}

function readClosing(value: unknown): PollClosing | null {
  const [kind, hours, time] = [
    stringField(value, "kind"),
    field(value, "hours"),
    stringField(value, "time"),
  ];
  if (kind === "never") return { kind };
  if (kind === "after" && typeof hours === "number") return { kind, hours };
  return kind === "at" && time !== null ? { kind, time } : null;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}
