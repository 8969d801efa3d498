/**
 * The window in which the issuer is shown, and the one word it says when it comes back. Both pages
 * are of one origin; no other hears the channel.
 */

const channelName = "guildhall.google";
const windowName = "guildhall-google";
const look = "popup,width=480,height=680";
const lookEveryMs = 250;

/**
 * `answered`: ask the server what came of it. `arrived`: this door has a session now. `stayed`: main
 * has one, and this portal cannot have one yet.
 */
export type Word = "answered" | "arrived" | "stayed";

const words: readonly unknown[] = ["answered", "arrived", "stayed"] satisfies Word[];
const isWord = (data: unknown): data is Word => words.includes(data);

/** Must be called while a click is handled; null when the browser blocks it. */
export function openWindow(address = "about:blank"): Window | null {
  return window.open(address, windowName, look);
}

interface Hearing {
  word: (word: Word) => void;
  /** The window is gone without a word. One may still come, if only our hold of it was lost. */
  closed: () => void;
}

/** Waits for the window. `graceMs` is how long its last page may take to speak. Returns the way to stop. */
export function listen(opened: Window, graceMs: number, hearing: Hearing): () => void {
  const channel = new BroadcastChannel(channelName);
  let goneMs = 0;
  const timer = setInterval(() => {
    if (!opened.closed) return;
    goneMs += lookEveryMs;
    if (goneMs < graceMs) return;
    clearInterval(timer);
    hearing.closed();
  }, lookEveryMs);
  const stop = () => {
    clearInterval(timer);
    channel.close();
  };
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isWord(data)) return;
    stop();
    opened.close();
    hearing.word(data);
  });
  return stop;
}

/** Says the word to whoever waits for it. */
export function tell(word: Word): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(word);
  channel.close();
}

/** Says the word to whoever opened this window, and goes. */
export function speak(word: Word): void {
  tell(word);
  window.close();
}
