import type { Message } from "../../api/message-types.ts";
import type { PendingMessage } from "./outbox.ts";

/** Place of a message among consecutive ones by the same sender. */
export interface RunPlace {
  isFirst: boolean;
  isLast: boolean;
}

/** One row of a conversation. */
export type MessageRow =
  | { kind: "day"; key: string; at: string }
  | { kind: "new"; key: string }
  | { kind: "system"; key: string; message: Message }
  | ({ kind: "message"; key: string; message: Message } & RunPlace)
  | ({ kind: "pending"; key: string; pending: PendingMessage } & RunPlace);

/** Time after which a message begins a new run of its sender. */
const RUN_MS = 5 * 60_000;

export interface TimelineOptions {
  viewerId: string;
  /** The message below the line "New messages". */
  firstUnreadId: string | null;
  /** If older messages are not loaded, the first one may not be the first of its day. */
  hasOlder: boolean;
  dayOf: (at: string) => string;
}

export function buildTimeline(
  messages: readonly Message[],
  pending: readonly PendingMessage[],
  options: TimelineOptions,
): MessageRow[] {
  const rows: MessageRow[] = [];
  let day = "";
  for (const message of messages) {
    const messageDay = options.dayOf(message.timestamp);
    const begins = messageDay !== day && (rows.length > 0 || !options.hasOlder);
    if (begins) rows.push({ kind: "day", key: `day-${messageDay}`, at: message.timestamp });
    day = messageDay;
    if (message.id === options.firstUnreadId) rows.push({ kind: "new", key: "new" });
    rows.push(
      message.kind === "text"
        ? { kind: "message", key: keyOf(message), message, isFirst: true, isLast: true }
        : { kind: "system", key: message.id, message },
    );
  }
  for (const one of unsavedMessages(pending, messages)) {
    rows.push({ kind: "pending", key: one.key, pending: one, isFirst: true, isLast: true });
  }
  joinRuns(rows, options.viewerId);
  return rows;
}

/** The row of a pending message keeps its key when the message is saved. */
function keyOf({ id, idempotencyKey }: Message): string {
  return idempotencyKey ?? id;
}

/** Pending messages that have not arrived as saved ones. */
export function unsavedMessages(
  pending: readonly PendingMessage[],
  messages: readonly Message[],
): PendingMessage[] {
  const saved = new Set(messages.map(({ idempotencyKey }) => idempotencyKey));
  return pending.filter(({ key }) => !saved.has(key));
}

function joinRuns(rows: readonly MessageRow[], viewerId: string): void {
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    if (row.kind !== "message" && row.kind !== "pending") continue;
    if (above === undefined || (above.kind !== "message" && above.kind !== "pending")) continue;
    if (senderOf(row, viewerId) !== senderOf(above, viewerId)) continue;
    if (Date.parse(timeOf(row)) - Date.parse(timeOf(above)) > RUN_MS) continue;
    row.isFirst = false;
    above.isLast = false;
  }
}

type Written = Extract<MessageRow, RunPlace>;

function senderOf(row: Written, viewerId: string): string | null {
  return row.kind === "pending" ? viewerId : row.message.senderId;
}

function timeOf(row: Written): string {
  return row.kind === "pending" ? row.pending.created : row.message.timestamp;
}

/** The first of the newest `unread` messages by others, for a server that does not tell it. */
export function firstUnreadOf(
  messages: readonly Message[],
  unread: number,
  viewerId: string,
): string | null {
  const theirs = messages.filter(({ kind, senderId }) => kind === "text" && senderId !== viewerId);
  return unread <= 0 ? null : (theirs.slice(-unread)[0]?.id ?? null);
}

const DAY_LINE = 31;
const LINE = 23;
const PADDING = 19;
const FOOTER = 22;
const PICTURE = 200;
/** Typical characters per line of a bubble. */
const LINE_CHARACTERS = 56;

/** Estimated height of a row until it has been measured. */
export function estimatedRowHeight(row: MessageRow | undefined): number {
  if (row === undefined || (row.kind !== "message" && row.kind !== "pending")) return DAY_LINE;
  const { content } = row.kind === "message" ? row.message : row.pending;
  const images = row.kind === "message" ? row.message.images : row.pending.images;
  const lines = Math.max(1, Math.ceil(content.length / LINE_CHARACTERS));
  const picture = (images?.length ?? 0) > 0 ? PICTURE : 0;
  const actions = row.kind === "pending" && row.pending.state === "queued" ? FOOTER : 0;
  return (
    actions + PADDING + lines * LINE + picture + (row.isLast ? FOOTER : 0) + (row.isFirst ? 16 : 0)
  );
}
