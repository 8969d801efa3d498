import { networkProblem, problemFrom, type ProblemError } from "../api/problem.ts";
import type { QueuedRequest } from "./queue-request.ts";

/** The server's answer to a queued request. */
export type SendOutcome =
  | { type: "sent"; response: unknown }
  /** It may succeed later: no connection, an unavailable server, or another session. */
  | { type: "later"; problem: ProblemError }
  | { type: "refused"; problem: ProblemError };

/** The server refuses a request whose header names another person than its session. */
const VIEWER_CHANGED = "viewer-changed";
/** Statuses of a server that is busy or unavailable, and of a missing session. */
const TEMPORARY: readonly number[] = [0, 401, 408, 425, 429, 502, 503, 504];

/** Sends a request in the name of its author. */
export async function sendRequest(request: QueuedRequest): Promise<SendOutcome> {
  const answer = await send(request);
  if (answer === null) return { type: "later", problem: networkProblem() };
  const { response, body } = answer;
  if (response.ok) return { type: "sent", response: body };
  return outcomeOf(problemFrom(response.status, body, response.headers.get("Retry-After")));
}

/** Decides whether a failed request may succeed later. */
export function outcomeOf(problem: ProblemError): SendOutcome {
  const isTemporary = TEMPORARY.includes(problem.status) || problem.code === VIEWER_CHANGED;
  return { type: isTemporary ? "later" : "refused", problem };
}

/** Null without a complete response. */
async function send(request: QueuedRequest): Promise<{ response: Response; body: unknown } | null> {
  try {
    const response = await fetch(request.path, {
      method: request.method ?? "POST",
      credentials: "same-origin",
      headers: {
        Accept: "application/json",
        "Accept-Language": request.language ?? "en",
        "Content-Type": "application/json",
        "Idempotency-Key": request.key,
        "X-Guildhall": "1",
        "X-Viewer": request.viewerId,
      },
      body: JSON.stringify(request.body),
    });
    const text = await response.text();
    return { response, body: parse(text) };
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}
