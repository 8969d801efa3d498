/** How long each step is readable, even if it took no time. */
export const STEP_MS = 400;

/** Shows steps one after another, each long enough to be read. */
export class StepPacer<Step> {
  readonly #show: (step: Step) => void;
  #last: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(show: (step: Step) => void) {
    this.#show = show;
  }

  add(step: Step): void {
    this.#last = this.#last.then(async () => {
      if (this.#stopped) return;
      this.#show(step);
      await new Promise((done) => setTimeout(done, STEP_MS));
    });
  }

  /** Resolves when every step was shown. */
  drained(): Promise<void> {
    return this.#last;
  }

  stop(): void {
    this.#stopped = true;
  }
}
