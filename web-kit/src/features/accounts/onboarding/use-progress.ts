import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Me } from "../../../api/types.ts";
import { initialProgress, type Progress, progressQuery, saveProgress } from "./progress.ts";
import { ProgressSaver } from "./progress-saver.ts";

export type ChangeProgress = (
  changed: (before: Progress) => Progress,
  when?: "now" | "soon",
) => void;

/**
 * The position in the wizard: read from the server when the wizard opens, and saved there as it changes.
 *
 * While the wizard is open, its own state is the truth. The cache only hands the position to the next
 * visit: it notifies a task later, and by then React has reset a box that was just ticked.
 */
export function useProgress(me: Me) {
  const cache = useQueryClient();
  const { data: stored } = useSuspenseQuery(progressQuery);
  const [progress, setProgress] = useState(() => initialProgress(me, stored));
  const latest = useRef(progress);
  const [saver] = useState(() => new ProgressSaver(saveProgress));

  useEffect(() => {
    const flush = () => void saver.flush();
    const onHidden = () => document.visibilityState === "hidden" && flush();
    addEventListener("pagehide", flush);
    addEventListener("online", flush);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      flush();
      removeEventListener("pagehide", flush);
      removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", onHidden);
    };
  }, [saver]);

  const change: ChangeProgress = useCallback(
    (changed, when = "now") => {
      const next = changed(latest.current);
      if (next === latest.current) return;
      latest.current = next;
      setProgress(next);
      cache.setQueryData(progressQuery.queryKey, next);
      saver.save(next, when);
    },
    [cache, saver],
  );
  return { progress, change, stop: () => saver.stop() };
}
