import { isBusyWithoutPrompts } from "./busy.ts";

/** Prompts of the shell, most important first. */
export const PROMPT_ORDER = [
  "update",
  "update-reminder",
  "install",
  "open-in-app",
  "push",
] as const;
export type PromptKind = (typeof PROMPT_ORDER)[number];

/** How often a waiting prompt checks whether the person is still busy. */
const RETRY_MS = 1000;

/**
 * Shows one prompt at a time: a prompt waits until the previous one is closed and the person
 * neither types nor has a dialog open.
 */
export class PromptQueue {
  readonly #isBusy: () => boolean;
  readonly #wanted = new Set<PromptKind>();
  readonly #listeners = new Set<() => void>();
  #current: PromptKind | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(isBusy: () => boolean = isBusyWithoutPrompts) {
    this.#isBusy = isBusy;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The prompt on the screen. */
  readonly snapshot = (): PromptKind | null => this.#current;

  request(kind: PromptKind): void {
    this.#wanted.add(kind);
    this.#advance();
  }

  withdraw(kind: PromptKind): void {
    this.#wanted.delete(kind);
    if (this.#current === kind) this.#show(null);
    this.#advance();
  }

  #advance(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#current !== null) return;
    const next = PROMPT_ORDER.find((kind) => this.#wanted.has(kind));
    if (next === undefined) return;
    if (this.#isBusy()) this.#timer = setTimeout(() => this.#advance(), RETRY_MS);
    else this.#show(next);
  }

  #show(kind: PromptKind | null): void {
    this.#current = kind;
    for (const listener of this.#listeners) listener();
  }
}

export const promptQueue = new PromptQueue();
