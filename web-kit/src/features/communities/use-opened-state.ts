import { useState } from "react";
import type { Thread } from "../../api/types.ts";
import { allowReading, isKeptUnread } from "../../live/read-marks.ts";
import type { OpenedState } from "../posts/timeline.ts";

/**
 * The read state of a thread when it was opened: the line above its new posts stays there while the
 * posts are being read. It moves if the reader marks the thread as unread from another post on.
 */
export function useOpenedState(thread: Thread): OpenedState {
  const [opened, setOpened] = useState<OpenedState>(() => {
    allowReading(thread.id);
    return readState(thread);
  });
  if (isKeptUnread(thread.id) && opened.readUpTo !== thread.lastReadTimestamp) {
    const next = readState(thread);
    setOpened(next);
    return next;
  }
  return opened;
}

function readState({ unreadMessages, lastReadTimestamp }: Thread): OpenedState {
  return { unread: unreadMessages, readUpTo: lastReadTimestamp };
}
