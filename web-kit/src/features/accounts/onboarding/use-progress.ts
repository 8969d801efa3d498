import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { type Progress, progressQuery, saveProgress } from "./progress.ts";
import { ProgressSaver } from "./progress-saver.ts";

export type ChangeProgress = (
  changed: (before: Progress) => Progress,
  when?: "now" | "soon",
) => void;

/** The position in the wizard: read from the server, and saved there as it changes. */
export function useProgress() {
  const cache = useQueryClient();
  const { data: progress } = useSuspenseQuery(progressQuery);
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
      const before = cache.getQueryData(progressQuery.queryKey);
      if (before === undefined) return;
      const next = changed(before);
      cache.setQueryData(progressQuery.queryKey, next);
      saver.save(next, when);
    },
    [cache, saver],
  );
  return { progress, change, stop: () => saver.stop() };
}
