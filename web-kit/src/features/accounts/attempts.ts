import { plural, t } from "@lingui/core/macro";
import type { ProblemError } from "../../api/client.ts";
import { formatClock } from "../../language/clock.ts";

export function clockTime(at: Date): string {
  return formatClock(at, { seconds: true });
}

/**
 * The status line below a refused attempt that the server counted: the attempts that are left, or
 * the wait after the last one. Null if the server did not count it.
 */
export function attemptStatus({ attemptsRemaining, retryAfter }: ProblemError): string | null {
  if (attemptsRemaining === null) return null;
  if (attemptsRemaining > 0 || retryAfter === null)
    return plural(attemptsRemaining, {
      one: "# attempts remaining",
      other: "# attempts remaining",
    });
  const minutes = Math.ceil(retryAfter / 60);
  return t`Too many attempts. Please try again in ${minutes} minute(s).`;
}

/**
 * The message for every rate limit, with the actual wait: in minutes, or the end time if the wait
 * is shorter.
 */
export function limitMessage(problem: ProblemError, kind: "login" | "signup"): string {
  const { retryAfter, detail } = problem;
  if (retryAfter === null || retryAfter >= 60) return detail;
  const until = clockTime(new Date(Date.now() + retryAfter * 1000));
  return kind === "login"
    ? t`Too many login attempts. Please wait until ${until}`
    : t`Too many signup attempts. Please wait until ${until}`;
}
