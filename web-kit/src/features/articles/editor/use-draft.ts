import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ArticleDraft } from "../../../api/types.ts";
import { useBackOnline } from "../../../ui/use-online.ts";
import { type DraftPlace, draftQuery, keepDraft } from "../queries.ts";
import { DraftKeeper, type DraftState, isSame, type Kept } from "./draft-keeper.ts";

export interface DraftInUse {
  keeper: DraftKeeper;
  state: DraftState;
  /** The draft that was changed in another window; undefined if none was. */
  elsewhere: ArticleDraft | null | undefined;
  settle: () => void;
}

/**
 * Saves a draft while a screen is open, and checks for changes from other windows when the page
 * becomes visible.
 */
export function useDraft(place: DraftPlace, kept: Kept): DraftInUse {
  const [home] = useState(place);
  const [keeper] = useState(() => new DraftKeeper((text) => keepDraft(home, text), kept));
  const state = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  const [elsewhere, setElsewhere] = useState<ArticleDraft | null>();
  const [backOnline] = useState(() => () => void keeper.flush());
  useBackOnline(backOnline);
  useSendOnLeaving(keeper);
  useLook(home, keeper, setElsewhere);
  return { keeper, state, elsewhere, settle: () => setElsewhere(undefined) };
}

/** Saves immediately when the page is hidden. */
function useSendOnLeaving(keeper: DraftKeeper): void {
  useEffect(() => {
    const send = () => void keeper.flush();
    addEventListener("pagehide", send);
    return () => {
      removeEventListener("pagehide", send);
      send();
    };
  }, [keeper]);
}

/**
 * Two windows may edit the same draft, so a window that becomes visible fetches the server's
 * version.
 */
function useLook(
  place: DraftPlace,
  keeper: DraftKeeper,
  onFound: (draft: ArticleDraft | null) => void,
): void {
  const cache = useQueryClient();
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === "hidden" || !keeper.isAtRest) return;
      const before = keeper.kept;
      const draft = await cache.fetchQuery(draftQuery(place)).catch(() => undefined);
      // Saved by this page in the meantime: not a change from another window.
      if (draft === undefined || !keeper.isAtRest) return;
      if (keeper.kept.savedAt !== before.savedAt) return;
      if (!isNews(draft, before)) return;
      keeper.hold();
      onFound(draft);
    };
    const onReturn = () => void look();
    addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [cache, place, keeper, onFound]);
}

function isNews(draft: ArticleDraft | null, { text, savedAt }: Kept): boolean {
  if (draft === null) return savedAt !== null;
  return draft.updatedAt !== savedAt && !isSame(draft, text);
}
