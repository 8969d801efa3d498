export type ToastTone = "success" | "error" | "info";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface ToastOptions {
  durationMs?: number;
  action?: ToastAction;
}

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
  durationMs: number;
  action: ToastAction | null;
}

const defaultDurationMs = 3000;
// The maximum number of toasts; the oldest is removed first.
const VISIBLE_MAX = 4;

interface Countdown {
  remainingMs: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Messages that disappear by themselves. Pausing keeps each one's remaining time. */
export class ToastStore {
  #toasts: readonly Toast[] = [];
  #countdowns = new Map<number, Countdown>();
  #listeners = new Set<() => void>();
  #nextId = 1;
  #paused = false;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = () => this.#toasts;

  show(tone: ToastTone, text: string, options: ToastOptions = {}): number {
    const { durationMs = defaultDurationMs, action = null } = options;
    const toast: Toast = { id: this.#nextId++, tone, text, durationMs, action };
    this.#countdowns.set(toast.id, { remainingMs: durationMs, startedAt: 0, timer: null });
    // A repeated message replaces the first one and restarts its time.
    const same = this.#toasts.find((other) => other.text === text && other.tone === tone);
    if (same) this.dismiss(same.id);
    const oldest = this.#toasts.length >= VISIBLE_MAX ? this.#toasts[0] : undefined;
    if (oldest) this.dismiss(oldest.id);
    this.#change([...this.#toasts, toast]);
    if (!this.#paused) this.#run(toast.id);
    return toast.id;
  }

  dismiss = (id: number) => {
    const countdown = this.#countdowns.get(id);
    if (countdown?.timer) clearTimeout(countdown.timer);
    this.#countdowns.delete(id);
    this.#change(this.#toasts.filter((toast) => toast.id !== id));
  };

  pause = () => {
    if (this.#paused) return;
    this.#paused = true;
    for (const countdown of this.#countdowns.values()) {
      if (countdown.timer === null) continue;
      clearTimeout(countdown.timer);
      countdown.timer = null;
      countdown.remainingMs -= Date.now() - countdown.startedAt;
    }
  };

  resume = () => {
    if (!this.#paused) return;
    this.#paused = false;
    for (const id of this.#countdowns.keys()) this.#run(id);
  };

  #run(id: number) {
    const countdown = this.#countdowns.get(id);
    if (!countdown) return;
    countdown.startedAt = Date.now();
    countdown.timer = setTimeout(() => this.dismiss(id), Math.max(0, countdown.remainingMs));
  }

  #change(toasts: readonly Toast[]) {
    this.#toasts = toasts;
    for (const listener of this.#listeners) listener();
  }
}

export const toasts = new ToastStore();

/** Shows a toast: `toast.success("Link copied to clipboard.")`. */
export const toast = {
  success: (text: string, options?: ToastOptions) => toasts.show("success", text, options),
  error: (text: string, options?: ToastOptions) => toasts.show("error", text, options),
  info: (text: string, options?: ToastOptions) => toasts.show("info", text, options),
};
