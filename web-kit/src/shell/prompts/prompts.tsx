import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { isLoadError } from "../../recovery/load-errors.ts";

const PromptHost = lazy<ComponentType>(async () => {
  try {
    return { default: (await loadWithRetry(() => import("./prompt-host.tsx"))).PromptHost };
  } catch (error) {
    if (!isLoadError(error)) throw error;
    // Prompts are an addition: a failed load must not replace the screen.
    return { default: () => null };
  }
});

/** Loads the prompts after the first screen, which never waits for them. */
export function Prompts() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true));
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{isShown && <PromptHost />}</Suspense>;
}
