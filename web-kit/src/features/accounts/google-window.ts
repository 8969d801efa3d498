/**
 * The popup that shows the issuer, and the message that it sends on return. Both pages have the
 * same origin, which a BroadcastChannel requires.
 */

const channelName = "guildhall.google";
const windowName = "guildhall-google";
const WINDOW_FEATURES = "popup,width=480,height=680";
const POLL_INTERVAL_MS = 250;

/**
 * `answered`: ask the server for the outcome. `arrived`: this site has a session now. `stayed`: the
 * main site has a session, but this portal cannot have one yet.
 */
export type WindowMessage = "answered" | "arrived" | "stayed";

const MESSAGE_TYPES: readonly unknown[] = [
  "answered",
  "arrived",
  "stayed",
] satisfies WindowMessage[];
const isWindowMessage = (data: unknown): data is WindowMessage => MESSAGE_TYPES.includes(data);

/** Must be called while a click is handled; returns null when the browser blocks the popup. */
export function openGoogleWindow(address = "about:blank"): Window | null {
  return window.open(address, windowName, WINDOW_FEATURES);
}

interface WindowListener {
  word: (word: WindowMessage) => void;
  /**
   * The popup was closed without a message. One may still follow if only the window reference was
   * lost.
   */
  closed: () => void;
}

/**
 * Waits for the popup's message. `WINDOW_CLOSE_GRACE_MS` is how long the popup's last page may take to send it.
 * Returns a function that stops listening.
 */
export function listenToWindow(
  opened: Window,
  graceMs: number,
  hearing: WindowListener,
): () => void {
  const channel = new BroadcastChannel(channelName);
  let goneMs = 0;
  const timer = setInterval(() => {
    if (!opened.closed) return;
    goneMs += POLL_INTERVAL_MS;
    if (goneMs < graceMs) return;
    clearInterval(timer);
    hearing.closed();
  }, POLL_INTERVAL_MS);
  const stop = () => {
    clearInterval(timer);
    channel.close();
  };
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isWindowMessage(data)) return;
    stop();
    opened.close();
    hearing.word(data);
  });
  return stop;
}

/** Sends the message to every listening page. */
export function postWindowMessage(word: WindowMessage): void {
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(word);
  channel.close();
}

/** Sends the message to the page that opened this popup, and closes it. */
export function postMessageAndClose(word: WindowMessage): void {
  postWindowMessage(word);
  window.close();
}
