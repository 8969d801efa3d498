import { t } from "@lingui/core/macro";
import { deviceStorage } from "../../recovery/device-storage.ts";
import type { UpdateKeys } from "./environment.ts";
import { finishedUpdate, recordInstalled } from "./installed-mark.ts";
import { StepPacer } from "./step-pacer.ts";
import type { UpdateChecks } from "./update-checks.ts";

export type UpdatePhase = "none" | "available" | "installing" | "ready";
export type UpdateStep = "downloading" | "installing" | "caching" | "finalizing";

export interface UpdateView {
  phase: UpdatePhase;
  percent: number;
  /** The text of the step. */
  step: string | null;
  hasFailed: boolean;
  /** The small reminder of iOS is due. */
  reminds: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Times of. */
export const UPDATE_MS = {
  /** How long the last step is readable before the reload. */
  reloading: 1000,
  complete: 3000,
  reappear: 3 * HOUR,
  iosSuppression: HOUR,
  iosForcedDelay: 10_000,
  iosForcedInterval: 2 * HOUR,
  iosReminderDelay: 30_000,
  iosReminderGap: 6 * HOUR,
  iosReminderCheck: HOUR,
};

const STEPS: Record<UpdateStep, { percent: number; step: string }> = {
  downloading: { percent: 20, step: t`Downloading update` },
  installing: { percent: 45, step: t`Installing new version` },
  caching: { percent: 70, step: t`Updating cache` },
  finalizing: { percent: 90, step: t`Finalizing` },
};
const COMPLETE = { percent: 100, step: t`Complete! Reloading` };

const HIDDEN: UpdateView = {
  phase: "none",
  percent: 0,
  step: null,
  hasFailed: false,
  reminds: false,
};

export interface UpdateFlowOptions {
  checks: UpdateChecks;
  loaded: string | null;
  keys: UpdateKeys;
  isIos: boolean;
  /** Installs the update; rejects if that failed. */
  install: (onStep: (step: UpdateStep) => void) => Promise<void>;
  /** Loads the page again, with what was typed. */
  reload: () => Promise<void>;
}

/** The prompt for an update, from its discovery to the page after the reload. */
export class UpdateFlow {
  readonly #options: UpdateFlowOptions;
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #view: UpdateView = HIDDEN;
  #hiddenUntil = 0;

  constructor(options: UpdateFlowOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): UpdateView => this.#view;

  /** Begins when the page has loaded. Returns a function that stops. */
  start(): () => void {
    this.#showResult();
    const unsubscribe = this.#options.checks.subscribe(() => this.#offer());
    if (this.#options.isIos) this.#startIosTimers();
    return () => {
      unsubscribe();
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers.clear();
    };
  }

  /** Hides the prompt for three hours. */
  later(): void {
    this.#hiddenUntil = Date.now() + UPDATE_MS.reappear;
    if (this.#options.isIos) deviceStorage.writeTime(this.#options.keys.dismissed);
    this.#show({ ...HIDDEN, reminds: this.#view.reminds });
    this.#in(UPDATE_MS.reappear, () => this.#offer());
  }

  /** Installs the update and reloads the page; a failure leaves the prompt open. */
  async install(): Promise<void> {
    const { checks, loaded } = this.#options;
    if (this.#view.phase === "installing") return;
    checks.change({ isInstalling: true });
    const pacer = new StepPacer((step: UpdateStep) => this.#showStep(STEPS[step]));
    try {
      await this.#options.install((step) => pacer.add(step));
      await pacer.drained();
    } catch {
      pacer.stop();
      checks.change({ isInstalling: false });
      this.#show({ ...HIDDEN, phase: "available", hasFailed: true });
      return;
    }
    this.#showStep(COMPLETE);
    checks.change({ isInstalling: false, isUpdateReady: true });
    recordInstalled(loaded, checks.published);
    await new Promise((done) => setTimeout(done, UPDATE_MS.reloading));
    await this.#options.reload();
  }

  /** The reminder's button on iOS. */
  async refresh(): Promise<void> {
    deviceStorage.writeTime(this.#options.keys.refreshed);
    deviceStorage.writeTime(this.#options.keys.dismissed);
    this.#show(HIDDEN);
    await this.#options.reload();
  }

  /** After the reload: the update is complete, or the page is still the old one. */
  #showResult(): void {
    const result = finishedUpdate(this.#options.loaded);
    if (result === null) return;
    if (result === "failed") {
      this.#show({ ...HIDDEN, phase: "available", hasFailed: true });
      return;
    }
    this.#show({ ...HIDDEN, phase: "ready", percent: 100 });
    this.#options.checks.change({ isUpdateReady: true });
    this.#in(UPDATE_MS.complete, () => {
      this.#show(HIDDEN);
      this.#options.checks.change({ isUpdateReady: false });
      deviceStorage.remove(this.#options.keys.dismissed, this.#options.keys.refreshed);
    });
  }

  #offer(): void {
    if (!this.#options.checks.snapshot().isUpdateAvailable || this.#view.phase !== "none") return;
    if (Date.now() < this.#hiddenUntil || this.#isSuppressed()) return;
    this.#show({ ...HIDDEN, phase: "available" });
  }

  /** iOS stays quiet for an hour after a dismissal or a refresh. */
  #isSuppressed(): boolean {
    if (!this.#options.isIos) return false;
    const { dismissed, refreshed } = this.#options.keys;
    return (
      !isOlder(dismissed, UPDATE_MS.iosSuppression) || !isOlder(refreshed, UPDATE_MS.iosSuppression)
    );
  }

  #startIosTimers(): void {
    this.#in(UPDATE_MS.iosForcedDelay, () => this.#force());
    this.#in(UPDATE_MS.iosReminderDelay, () => this.#remind());
  }

  /** An installed app on iOS may keep an old page for days, so the prompt opens unasked. */
  #force(): void {
    const { forcedCheck } = this.#options.keys;
    const isKnown = this.#options.checks.snapshot().isUpdateAvailable;
    if (isKnown || this.#view.phase !== "none" || this.#isSuppressed()) return;
    if (!isOlder(forcedCheck, UPDATE_MS.iosForcedInterval)) return;
    deviceStorage.writeTime(forcedCheck);
    this.#show({ ...HIDDEN, phase: "available" });
  }

  #remind(): void {
    const { reminder } = this.#options.keys;
    if (
      this.#view.phase === "none" &&
      !this.#isSuppressed() &&
      isOlder(reminder, UPDATE_MS.iosReminderGap)
    ) {
      deviceStorage.writeTime(reminder);
      this.#show({ ...this.#view, reminds: true });
    }
    this.#in(UPDATE_MS.iosReminderCheck, () => this.#remind());
  }

  #showStep(step: { percent: number; step: string }): void {
    this.#show({ ...HIDDEN, phase: "installing", ...step });
  }

  #show(view: UpdateView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }

  #in(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }
}

function isOlder(key: string, ms: number): boolean {
  const at = deviceStorage.readTime(key);
  return at === null || Date.now() - at >= ms;
}
