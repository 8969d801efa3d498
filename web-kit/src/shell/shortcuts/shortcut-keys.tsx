import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import type { Me } from "../../api/types.ts";
import { useOpenNextUnread } from "../../features/posts/next-unread.ts";
import { useNav } from "../nav-items.ts";
import { takeOpenedRow } from "./opened-row.ts";
import { GO_TO, type SingleKeyId, singleKeyOf } from "./registry.ts";
import { runRowAction } from "./row-actions.ts";
import { moveToRow } from "./rows.ts";
import { isSingleKey } from "./shortcuts.tsx";

/** The second key of a sequence must follow within this time. */
const SEQUENCE_MS = 1500;

export interface ShortcutKeysProps {
  me: Me;
  /** The key presses since the one that loaded this part. */
  queue: RefObject<KeyboardEvent[]>;
  onHelp: () => void;
}

/** Runs the single-key shortcuts while it is mounted. */
export function ShortcutKeys({ me, queue, onHelp }: ShortcutKeysProps) {
  const run = useShortcuts(me, onHelp);
  const typed = useRef<{ keys: string[]; at: number }>({ keys: [], at: 0 });

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { keys, at } = typed.current;
    const now = event.timeStamp - at < SEQUENCE_MS ? [...keys, event.key] : [event.key];
    const found = singleKeyOf(now);
    typed.current = { keys: found === "pending" ? now : [], at: event.timeStamp };
    if (found === null || found === "pending" || !mayRun(found, event)) return;
    event.preventDefault();
    run(found, takeOpenedRow());
  });
  useEffect(() => {
    for (const event of queue.current.splice(0)) onKey(event);
    const listen = (event: KeyboardEvent) => {
      if (isSingleKey(event)) onKey(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [queue]);
  return null;
}

/** Only keys that move are repeated while they are held down. */
function mayRun(id: SingleKeyId, { repeat }: KeyboardEvent): boolean {
  return !repeat || id === "nextRow" || id === "previousRow";
}

function useShortcuts(me: Me, onHelp: () => void) {
  const navigate = useNavigate();
  const openNextUnread = useOpenNextUnread();
  const places = new Set(useNav("search", me).map(({ to }) => to));
  return (id: SingleKeyId, opened: Element | null): void => {
    switch (id) {
      case "help":
        return onHelp();
      case "nextRow":
        return moveToRow(1, opened);
      case "previousRow":
        return moveToRow(-1, opened);
      case "reply":
      case "like":
      case "react":
      case "edit":
      case "quote":
        return runRowAction(id);
      case "nextUnread":
        if (places.has(GO_TO.communities)) void leaveRowFor(openNextUnread);
        return;
      default:
        if (places.has(GO_TO[id])) void navigate(GO_TO[id]);
    }
  };
}

/** Moves the focus off its row if another page opens, so that the next key moves in that page. */
async function leaveRowFor(open: () => Promise<void>): Promise<void> {
  const before = location.pathname;
  await open();
  if (location.pathname !== before) document.getElementById("main")?.focus({ preventScroll: true });
}
