import { activeLanguage } from "../language/active-language.ts";
import { networkProblem, type ProblemError, problemFrom } from "./problem.ts";
import { delay, readRetryWait } from "./read-retry.ts";
import { recordServerTime } from "./server-clock.ts";

export { ProblemError, errorMessage } from "./problem.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface CallOptions {
  /** Sent as JSON, unless it is FormData. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The server answers a repeated create with the first result. */
  idempotencyKey?: string | undefined;
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  /** A 401 is an expected answer here, such as for a wrong password, and not a lost session. */
  quiet?: boolean | undefined;
  /** The page may be closing: even a large request is sent with `keepalive`. */
  outlivesPage?: boolean | undefined;
}

/**
 * Maximum size, in characters, of a request that is sent with `keepalive`, so that reloading right
 * after an action does not abort it. Browsers allow 64 KiB of such bodies at a time (Fetch
 * Standard, 4.6).
 */
const OUTLIVES_PAGE = 4096;
/** The same for a request that is sent because the page closes. */
const OUTLIVES_CLOSING_PAGE = 20_000;

type SessionLostListener = (problem: ProblemError) => void;
const sessionLostListeners = new Set<SessionLostListener>();

/**
 * Notifies the shell that the server no longer knows this session. Returns a function that
 * unsubscribes.
 */
export function onSessionLost(listener: SessionLostListener): () => void {
  sessionLostListeners.add(listener);
  return () => sessionLostListeners.delete(listener);
}

/** The edge's code for every request to a paused portal. */
export const PORTAL_UNAVAILABLE = "portal-unavailable";

type PortalUnavailableListener = () => void;
const portalUnavailableListeners = new Set<PortalUnavailableListener>();

/** Notifies the shell that the edge refuses requests because the portal is paused (P-21). */
export function onPortalUnavailable(listener: PortalUnavailableListener): () => void {
  portalUnavailableListeners.add(listener);
  return () => portalUnavailableListeners.delete(listener);
}

/**
 * The single function for API requests: same-origin JSON; error responses are thrown as
 * `ProblemError`.
 */
export async function call<T>(method: Method, path: string, options: CallOptions = {}): Promise<T> {
  const { ok, body, problem } = await sendUntilAccepted(method, path, options);
  if (ok) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place where JSON enters
    return body as T;
  }
  if (options.quiet !== true) noteLostSession(problem);
  if (problem.code === PORTAL_UNAVAILABLE) {
    for (const listener of portalUnavailableListeners) listener();
  }
  throw problem;
}

type Outcome =
  | { ok: true; body: unknown; problem?: never }
  | { ok: false; body?: never; problem: ProblemError };

/** Repeats a read that exceeds a rate limit when the server allows it, if that is soon. */
async function sendUntilAccepted(
  method: Method,
  path: string,
  options: CallOptions,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each attempt waits for the previous one
    const response = await send(method, path, options);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const body = await readBody(response);
    if (response.ok) return { ok: true, body };
    const problem = problemFrom(response.status, body, response.headers.get("Retry-After"));
    const wait = method === "GET" ? readRetryWait(problem, attempt) : null;
    if (wait === null) return { ok: false, problem };
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(wait, options.signal);
  }
}

/** Notifies the shell if an error response means that the session has ended. */
export function noteLostSession(problem: ProblemError): void {
  if (problem.status !== 401) return;
  for (const listener of sessionLostListeners) listener(problem);
}

/** Downloads a file. Error responses are thrown as in `call`. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send("GET", path, {});
  if (response.ok) return response.blob();
  throw problemFrom(response.status, await readBody(response), null);
}

async function send(method: Method, path: string, options: CallOptions): Promise<Response> {
  const headers = new Headers({ Accept: "application/json", "X-Guildhall": "1" });
  headers.set("Accept-Language", activeLanguage());
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (options.body instanceof FormData) {
    // The browser sets the content type itself, with the multipart boundary.
    init.body = options.body;
  } else if (method !== "GET") {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(options.body ?? {});
    const limit = options.outlivesPage === true ? OUTLIVES_CLOSING_PAGE : OUTLIVES_PAGE;
    init.keepalive = init.body.length <= limit;
  }
  if (options.idempotencyKey !== undefined) headers.set("Idempotency-Key", options.idempotencyKey);
  if (options.signal !== undefined) init.signal = options.signal;
  try {
    const response = await fetch(withQuery(path, options.query), init);
    recordServerTime(response);
    return response;
  } catch (cause) {
    // A request aborted by its own screen is not a network failure.
    if (options.signal?.aborted === true) throw cause;
    throw networkProblem();
  }
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  try {
    const text = await response.text();
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    if (response.ok) throw networkProblem();
    return null;
  }
}

export function withQuery(path: string, query: CallOptions["query"]): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  if (text === "") return path;
  return `${path}${path.includes("?") ? "&" : "?"}${text}`;
}
