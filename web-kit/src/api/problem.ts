import { t } from "@lingui/core/macro";
import { locale } from "../language/format.ts";
import { once } from "../language/once.ts";
import { formatClock } from "../language/clock.ts";

/** An error of one form field, with the server's field name. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** The members of RFC 9457 problem details that the screens use. */
export interface Problem {
  status: number;
  /** A stable error code for comparisons. */
  code: string;
  /** The message to show, with the specified wording. */
  detail: string;
  errors: readonly FieldProblem[];
  /** Seconds until a retry is allowed. */
  retryAfter: number | null;
  /** Attempts left, if the server counted this one. */
  attemptsRemaining?: number | null;
}

export const networkMessage = () => t`Network error. Please check your connection and try again.`;
const unavailableMessage = () => t`Service temporarily unavailable. Please try again later.`;
/** The code for a response that is neither a success nor problem details. */
const MESSAGE_MISSING = "unexpected";
const unexpectedMessage = () => t`An unexpected error occurred. Please try refreshing the page.`;

export class ProblemError extends Error implements Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  readonly retryAfter: number | null;
  readonly attemptsRemaining: number | null;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = "ProblemError";
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors;
    this.retryAfter = problem.retryAfter;
    this.attemptsRemaining = problem.attemptsRemaining ?? null;
  }
}

/** The message of an error, or `otherwise` if it has none. */
export function errorMessage(error: unknown, otherwise: string): string {
  return error instanceof ProblemError && error.code !== MESSAGE_MISSING ? error.detail : otherwise;
}

/** The request did not reach the server, or the response did not arrive. */
export function networkProblem(): ProblemError {
  return new ProblemError({
    status: 0,
    code: "network",
    detail: networkMessage(),
    errors: [],
    retryAfter: null,
  });
}

/**
 * Parses an error response; one without problem details, as from a proxy, gets a generic message.
 */
export function problemFrom(status: number, body: unknown, retryAfterHeader: string | null) {
  const fields = isRecord(body) ? body : {};
  const away = status === 502 || status === 503 || status === 504;
  const retryAfter =
    numberFrom(fields.retryAfter) ?? numberFrom(Number(retryAfterHeader ?? Number.NaN));
  const detail = stringOr(fields.detail) ?? (away ? unavailableMessage() : unexpectedMessage());
  return new ProblemError({
    status,
    code: stringOr(fields.code) ?? (away ? "unavailable" : MESSAGE_MISSING),
    detail: retryAfter === null ? detail : formatLocalTimes(detail, retryAfter),
    errors: Array.isArray(fields.errors) ? fields.errors.flatMap(fieldProblem) : [],
    retryAfter,
    attemptsRemaining: numberFrom(fields.attemptsRemaining),
  });
}

/**
 * The server sends times in UTC ("Try again at 14:05:09 UTC on 28 November", in German "um 14:05:09
 * UTC am 28. November"); this converts them to local time.
 */
function formatLocalTimes(detail: string, retryAfter: number): string {
  const at = new Date(Date.now() + retryAfter * 1000);
  const sameDay = at.toDateString() === new Date().toDateString();
  const clock = formatClock(at, { seconds: sameDay });
  const date = dayOfYear().format(at);
  const words = sameDay ? clock : t`${clock} on ${date}`;
  return detail.replace(UTC_TIME, words);
}

/** A time of the server in English or German. */
const UTC_TIME = /\b\d{2}:\d{2}(?::\d{2})? UTC(?: (?:on \d{1,2}|am \d{1,2}\.) \p{L}+)?/u;
const dayOfYear = once(() => new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long" }));

function fieldProblem(value: unknown): FieldProblem[] {
  if (!isRecord(value)) return [];
  const field = stringOr(value.field);
  const message = stringOr(value.message);
  if (field === null || message === null) return [];
  return [{ field, message, code: stringOr(value.code) ?? "invalid" }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stringOr(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function numberFrom(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
