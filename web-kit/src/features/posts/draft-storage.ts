import { TEXT_AREA_MAX } from "../../content/rules.ts";
import type { Draft } from "./drafts.ts";
import { readStoredPoll } from "./polls/stored-poll.ts";
import { field, stringField } from "./stored-fields.ts";

/**
 * The part of a draft that survives a reload: its text, its parent post, its poll and its
 * idempotency key. If storage is blocked or full, a reload loses the draft.
 */
const PREFIX = "gh-draft/";

export function storeDraft(key: string, { text, replyTo, poll, edits, sent }: Draft): void {
  try {
    const isEmpty = text === "" && replyTo === null && poll === undefined;
    // Text of an existing post is not stored: the server has it.
    if (isEmpty || edits !== undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify({ text, replyTo, poll, sent }));
  } catch {
    // Storage is blocked or full.
  }
}

export function loadDraft(key: string): Draft | null {
  try {
    return draftFrom(JSON.parse(localStorage.getItem(PREFIX + key) ?? "null"));
  } catch {
    return null;
  }
}

/** Deletes all stored drafts whose key begins with this prefix. */
export function deleteDrafts(keyPrefix: string): void {
  for (const key of storedDraftKeys(keyPrefix)) {
    localStorage.removeItem(PREFIX + key);
    localStorage.removeItem(SYNC_PREFIX + key);
  }
}

/** The keys of the stored drafts that begin with this prefix, and of drafts known to the server. */
export function storedDraftKeys(keyPrefix: string): string[] {
  try {
    const keys = Object.keys(localStorage).flatMap((name) =>
      [PREFIX, SYNC_PREFIX]
        .filter((prefix) => name.startsWith(prefix + keyPrefix))
        .map((prefix) => name.slice(prefix.length)),
    );
    return [...new Set(keys)];
  } catch {
    // Storage is blocked: there is nothing in it.
    return [];
  }
}

/** The version of a draft that this browser and the server last agreed on. */
export interface SyncedVersion {
  /** Time of the version, by the server's clock. */
  updated: string;
  /** Its content, as `draftContent` returns it. */
  content: string;
}

const SYNC_PREFIX = "gh-draft-sync/";

/** Stores the version that the server has of a draft; null if it has none. */
export function storeSyncedVersion(key: string, version: SyncedVersion | null): void {
  try {
    if (version === null) localStorage.removeItem(SYNC_PREFIX + key);
    else localStorage.setItem(SYNC_PREFIX + key, JSON.stringify(version));
  } catch {
    // Storage is blocked or full: the next page compares the draft with the server's.
  }
}

export function loadSyncedVersion(key: string): SyncedVersion | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SYNC_PREFIX + key) ?? "null");
    const [updated, content] = [stringField(stored, "updated"), stringField(stored, "content")];
    return updated === null || content === null ? null : { updated, content };
  } catch {
    return null;
  }
}

/** Notifies about drafts that another tab changes. */
export function onDraftStoredElsewhere(tell: (key: string) => void): void {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(PREFIX) === true) tell(key.slice(PREFIX.length));
  });
}

function draftFrom(stored: unknown): Draft | null {
  const whole = stringField(stored, "text");
  if (whole === null) return null;
  // Earlier releases stored drafts of any length.
  const text = whole.slice(0, TEXT_AREA_MAX);
  const [replyTo, sent] = [field(stored, "replyTo"), field(stored, "sent")];
  const [parentPostId, name] = [stringField(replyTo, "parentPostId"), stringField(replyTo, "name")];
  const [key, said] = [stringField(sent, "key"), stringField(sent, "said")];
  const poll = readStoredPoll(field(stored, "poll"));
  return {
    text,
    ...(poll !== null && { poll }),
    replyTo: parentPostId === null || name === null ? null : { parentPostId, name },
    ...(key !== null && said !== null && { sent: { key, said } }),
  };
}
