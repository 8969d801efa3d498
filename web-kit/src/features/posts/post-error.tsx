import { lazy, type RefObject, Suspense } from "react";
import { useBoot } from "../../shell/app.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { prohibited } from "../../content/rules.ts";

const ProhibitedText = lazy(async () => ({
  default: (await loadWithRetry(() => import("./prohibited-text.tsx"))).ProhibitedText,
}));

export interface PostErrorProps {
  id: string;
  error: string | null;
  text: string;
  areaRef: RefObject<HTMLTextAreaElement | null>;
  write: (text: string) => void;
}

/** Why a post or message cannot be sent; marks prohibited parts of it and offers replacements. */
export function PostError({ id, error, text, areaRef, write }: PostErrorProps) {
  const relaxed = useBoot().contentFilter === "relaxed";
  return (
    <>
      <p id={id} role="alert" className="text-12 font-medium text-danger-text">
        {error !== null && <span className="block ps-1 pt-1.5">{error}</span>}
      </p>
      {error !== null && error === prohibited() && (
        <Suspense>
          <ProhibitedText {...{ text, relaxed, areaRef }} onReplace={write} />
        </Suspense>
      )}
    </>
  );
}
