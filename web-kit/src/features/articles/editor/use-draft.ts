import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ArticleDraft } from "../../../api/types.ts";
import { useBackOnline } from "../../../ui/use-online.ts";
import { type DraftPlace, draftQuery, keepDraft } from "../queries.ts";
import { DraftKeeper, type DraftState, isSame, type Kept } from "./draft-keeper.ts";

export interface DraftInUse {
  keeper: DraftKeeper;
  state: DraftState;
  /** What the server holds since somebody wrote elsewhere; undefined while nobody did. */
  elsewhere: ArticleDraft | null | undefined;
  settle: () => void;
}

/** Keeps a draft while a screen is open, and looks for changes from elsewhere when one comes back to it. */
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

/** What waits for its pause is sent when the page is put away. */
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

/** Two windows may have the same draft open: whoever comes back to one asks what the other did. */
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
      // What was saved from here meanwhile is no news.
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
