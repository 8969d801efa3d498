import { TEXT_AREA_MAX } from "../../content/rules.ts";
import type { Draft } from "./drafts.ts";

/**
 * What of a draft outlives its page: the words, whom they answer, and under which key they were sent.
 * Where a browser keeps nothing, or has no room left, a reload costs what was being written.
 */
const PREFIX = "gh-draft/";

export function keepDraft(place: string, { text, replyTo, edits, sent }: Draft): void {
  try {
    const isEmpty = text === "" && replyTo === null;
    // The words of a post that is there already are kept by the post.
    if (isEmpty || edits !== undefined) localStorage.removeItem(PREFIX + place);
    else localStorage.setItem(PREFIX + place, JSON.stringify({ text, replyTo, sent }));
  } catch {
    // See above.
  }
}

export function keptDraft(place: string): Draft | null {
  try {
    return draftFrom(JSON.parse(localStorage.getItem(PREFIX + place) ?? "null"));
  } catch {
    return null;
  }
}

/** Forgets all drafts whose place begins so. */
export function forgetDrafts(places: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(PREFIX + places)) localStorage.removeItem(name);
    }
  } catch {
    // What keeps nothing has nothing to forget.
  }
}

/** Tells of the drafts that another tab changes. */
export function onKeptElsewhere(tell: (place: string) => void): void {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(PREFIX) === true) tell(key.slice(PREFIX.length));
  });
}

function draftFrom(kept: unknown): Draft | null {
  const whole = word(kept, "text");
  if (whole === null) return null;
  // An older page kept drafts of any length.
  const text = whole.slice(0, TEXT_AREA_MAX);
  const [replyTo, sent] = [field(kept, "replyTo"), field(kept, "sent")];
  const [parentPostId, name] = [word(replyTo, "parentPostId"), word(replyTo, "name")];
  const [key, said] = [word(sent, "key"), word(sent, "said")];
  return {
    text,
    replyTo: parentPostId === null || name === null ? null : { parentPostId, name },
    ...(key !== null && said !== null && { sent: { key, said } }),
  };
}

function word(value: unknown, name: string): string | null {
  const found = field(value, name);
  return typeof found === "string" ? found : null;
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
