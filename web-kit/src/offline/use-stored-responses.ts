import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** The first screen is loaded by then; storing must not delay it. */
const START_MS = 2000;

/** Stores what the person reads, for reading it offline. Null stores nothing. */
export function useStoredResponses(viewerId: string | null): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (viewerId === null) return;
    let stop: (() => void) | null = null;
    const timer = setTimeout(() => {
      void import("./store-responses.ts").then(
        ({ storeResponses }) => {
          stop ??= storeResponses(cache, viewerId);
        },
        () => undefined,
      );
    }, START_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
      // A download that ends later must not start it any more.
      stop = () => undefined;
    };
  }, [cache, viewerId]);
}
