import { formatClock } from "../../ui/clock.ts";

interface Counted {
  times: number[];
}

/** Counts tries by address in this tab alone; the server's own limits hold whatever it says. */
export class Attempts {
  #most: number;
  #windowMs: number;
  #counted = new Map<string, Counted>();

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  note(email: string, now = Date.now()): void {
    this.#counted.set(plain(email), { times: [...this.#recent(email, now), now] });
  }

  clear(email: string): void {
    this.#counted.delete(plain(email));
  }

  left(email: string, now = Date.now()): number {
    return Math.max(0, this.#most - this.#recent(email, now).length);
  }

  /** From when on another try is worth making; null when it is now. */
  freeAt(email: string, now = Date.now()): Date | null {
    const recent = this.#recent(email, now);
    const oldest = recent.at(-this.#most);
    return oldest === undefined ? null : new Date(oldest + this.#windowMs);
  }

  #recent(email: string, now: number): number[] {
    const { times } = this.#counted.get(plain(email)) ?? { times: [] };
    return times.filter((time) => now - time < this.#windowMs);
  }
}

const plain = (email: string) => email.trim().toLowerCase();
const hourMs = 60 * 60_000;

/** Wrong passwords for one address. */
export const loginAttempts = new Attempts(5, hourMs);
/** Sign-ups with one address. */
export const signupAttempts = new Attempts(3, hourMs);

/** The time of day as the reader's locale writes it. */
export function clockTime(at: Date): string {
  return formatClock(at);
}

/** What stands below a refused sign-in: how long to wait, or how many tries are left. */
export function attemptStatus(left: number, retryAfterS: number | null): string {
  if (retryAfterS === null) return `${left} attempts remaining`;
  return `Too many attempts. Please try again in ${Math.ceil(retryAfterS / 60)} minute(s).`;
}
