/** Callbacks of a connection; tests replace the browser's EventSource through this interface. */
export interface StreamListener {
  onOpen: () => void;
  onMessage: (data: string, eventId: string) => void;
  /** The server has shown that the connection works, without an event. */
  onAlive: () => void;
  onError: () => void;
}
export type OpenStream = (url: string, listener: StreamListener) => { close: () => void };

/** Opens a stream of server-sent events. */
export const openEventSource: OpenStream = (url, listener) => {
  const source = new EventSource(url);
  source.addEventListener("open", listener.onOpen);
  source.addEventListener("error", listener.onError);
  source.addEventListener("keep-alive", listener.onAlive);
  source.addEventListener("message", (event: MessageEvent<string>) =>
    listener.onMessage(event.data, event.lastEventId),
  );
  return source;
};

/**
 * Requests the events again and again, each time until the first ones: for networks that hold a
 * stream back until it ends (G-006).
 */
export const openPoll: OpenStream = (url, listener) => {
  const ending = new AbortController();
  void poll(new URL(url, location.origin), listener, ending.signal);
  return { close: () => ending.abort() };
};

async function poll(url: URL, listener: StreamListener, signal: AbortSignal): Promise<void> {
  url.searchParams.set("poll", "true");
  let isOpen = false;
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- each poll resumes after the one before
    const text = await request(url, signal);
    if (signal.aborted) return;
    if (text === null) {
      listener.onError();
      return;
    }
    if (!isOpen) listener.onOpen();
    isOpen = true;
    listener.onAlive();
    for (const { data, id } of readFrames(text)) {
      if (id !== "") resumeAfter(url, id);
      listener.onMessage(data, id);
    }
  }
}

/** The frames as text; null if the request failed. */
async function request(url: URL, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { signal, cache: "no-store" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

function resumeAfter(url: URL, id: string): void {
  url.searchParams.set("lastEventId", id);
  url.searchParams.delete("since");
}

/** Reads the messages of a finished event stream. */
export function readFrames(text: string): { data: string; id: string }[] {
  return text.split("\n\n").flatMap((frame) => {
    const fields = new Map(
      frame.split("\n").map((line) => {
        const at = line.indexOf(":");
        return [line.slice(0, at), line.slice(at + 1).trimStart()] as const;
      }),
    );
    const data = fields.get("data");
    if (data === undefined || fields.has("event")) return [];
    return [{ data, id: fields.get("id") ?? "" }];
  });
}
