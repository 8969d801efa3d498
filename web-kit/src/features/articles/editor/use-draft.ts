import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { ArticleDraft } from "../../../api/types.ts";
import { useBackOnline } from "../../../ui/use-online.ts";
import { type DraftTarget, draftQuery, saveDraft } from "../queries.ts";
import { DraftAutosave, type DraftState, isSameDraft, type StoredDraft } from "./draft-autosave.ts";

export interface ActiveDraft {
  autosave: DraftAutosave;
  state: DraftState;
  /** The draft that was changed in another window; undefined if none was. */
  elsewhere: ArticleDraft | null | undefined;
  settle: () => void;
}

/**
 * Saves a draft while a screen is open, and checks for changes from other windows when the page
 * becomes visible.
 */
export function useDraft(target: DraftTarget, stored: StoredDraft): ActiveDraft {
  const [home] = useState(target);
  const [autosave] = useState(() => new DraftAutosave((text) => saveDraft(home, text), stored));
  const state = useSyncExternalStore(autosave.subscribe, autosave.snapshot);
  const [elsewhere, setElsewhere] = useState<ArticleDraft | null>();
  const [backOnline] = useState(() => () => void autosave.flush());
  useBackOnline(backOnline);
  useSendOnLeaving(autosave);
  useOtherTabCheck(home, autosave, setElsewhere);
  return { autosave, state, elsewhere, settle: () => setElsewhere(undefined) };
}

/** Saves immediately when the page is hidden. */
function useSendOnLeaving(autosave: DraftAutosave): void {
  useEffect(() => {
    const send = () => void autosave.flush();
    addEventListener("pagehide", send);
    return () => {
      removeEventListener("pagehide", send);
      send();
    };
  }, [autosave]);
}

/**
 * Two windows may edit the same draft, so a window that becomes visible fetches the server's
 * version.
 */
function useOtherTabCheck(
  target: DraftTarget,
  autosave: DraftAutosave,
  onFound: (draft: ArticleDraft | null) => void,
): void {
  const cache = useQueryClient();
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === "hidden" || !autosave.isAtRest) return;
      const before = autosave.kept;
      const draft = await cache.fetchQuery(draftQuery(target)).catch(() => undefined);
      // Saved by this page in the meantime: not a change from another window.
      if (draft === undefined || !autosave.isAtRest) return;
      if (autosave.kept.savedAt !== before.savedAt) return;
      if (!isNewerDraft(draft, before)) return;
      autosave.hold();
      onFound(draft);
    };
    const onReturn = () => void look();
    addEventListener("focus", onReturn);
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      removeEventListener("focus", onReturn);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [cache, target, autosave, onFound]);
}

function isNewerDraft(draft: ArticleDraft | null, { text, savedAt }: StoredDraft): boolean {
  if (draft === null) return savedAt !== null;
  return draft.updatedAt !== savedAt && !isSameDraft(draft, text);
}
