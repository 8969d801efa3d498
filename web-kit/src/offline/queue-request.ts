import type { Problem } from "../api/problem.ts";
import type { PageLanguage } from "../language/languages.ts";

export type QueuedKind = "post" | "message" | "like" | "reaction" | "read-mark";

/** A request that is sent as soon as there is a connection. */
export interface QueuedRequest {
  /** The idempotency key: the server performs the request once, however often it arrives. */
  key: string;
  viewerId: string;
  /** The language of the page that queued it. Earlier releases stored none, which means English. */
  language?: PageLanguage;
  kind: QueuedKind;
  /** POST if it is missing, as in requests that earlier releases stored. */
  method?: "POST" | "PUT";
  path: string;
  body: unknown;
  /** What a page needs to show the request and to return it to its author. */
  item: unknown;
  /** When it was written, in milliseconds since the epoch. */
  created: number;
  /** When it was first sent; the response may have been lost. */
  attemptedAt: number | null;
  /** The server's refusal, until a page has shown it. */
  problem: Problem | null;
}
