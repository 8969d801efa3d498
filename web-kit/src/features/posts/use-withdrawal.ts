import { t } from "@lingui/core/macro";
import { type RefObject, useCallback, useMemo } from "react";
import type { Outbox, PendingItem } from "../../offline/outbox.ts";
import { toast } from "../../ui/toast-store.ts";
import { type Draft, drafts } from "./drafts.ts";

/** How long a discarded item can be brought back. */
const UNDO_MS = 10_000;

/** What the author can do with an item that waits in the queue. */
export interface Withdrawal<Item> {
  edit: (item: Item) => void;
  discard: (item: Item) => void;
}

export interface WithdrawalOptions<Item extends PendingItem, Saved> {
  outbox: Outbox<Item, Saved>;
  /** Storage key of the draft to which the text returns. */
  place: string;
  area: RefObject<HTMLTextAreaElement | null>;
  toDraft: (item: Item) => Draft;
  /** The message after an item was discarded. */
  discarded: string;
}

/** Takes queued items back from an outbox, unless they are being sent. */
export function useWithdrawal<Item extends PendingItem, Saved>({
  outbox,
  place,
  area,
  toDraft,
  discarded,
}: WithdrawalOptions<Item, Saved>): Withdrawal<Item> {
  const giveBack = useCallback(
    (item: Item) => {
      drafts.giveBack(place, toDraft(item));
      focusEnd(area);
    },
    [place, toDraft, area],
  );
  return useMemo(
    () => ({
      edit: (item) =>
        void withdraw(outbox, item).then((taken) => {
          if (taken !== null) giveBack(taken);
        }),
      discard: (item) =>
        void withdraw(outbox, item).then((taken) => {
          if (taken === null) return;
          keepKeyboardPlace(area);
          toast.success(discarded, {
            durationMs: UNDO_MS,
            action: { label: t`Undo`, run: () => giveBack(taken) },
          });
        }),
    }),
    [outbox, area, giveBack, discarded],
  );
}

/** Null if the item was sent or withdrawn elsewhere, or is on its way. */
async function withdraw<Item extends PendingItem, Saved>(
  outbox: Outbox<Item, Saved>,
  { key }: Item,
): Promise<Item | null> {
  const taken = await outbox.withdraw(key).catch(() => null);
  if (taken === null) toast.info(t`This is being sent and cannot be changed here any more.`);
  return taken;
}

/** The text area shows the text only after the next render. */
function focusEnd(area: RefObject<HTMLTextAreaElement | null>): void {
  requestAnimationFrame(() => {
    const field = area.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
}

/** The pressed button has vanished. On a touch screen the focus would open the keyboard. */
function keepKeyboardPlace(area: RefObject<HTMLTextAreaElement | null>): void {
  if (!matchMedia("(pointer: fine)").matches) return;
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) area.current?.focus();
  });
}
