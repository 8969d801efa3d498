import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import { Spinner } from "../../ui/spinner.tsx";
import { newPostCountLabel } from "../communities/labels.ts";

/** Floats over the start of a thread while a part of it loads. */
const pill =
  "pop absolute left-1/2 flex h-8 -translate-x-1/2 items-center gap-2 rounded-full px-3 text-12 shadow-e2";

export function OlderPostsNotice() {
  return (
    <div role="status" className={clsx(pill, "top-2 animate-fade text-ink-2")}>
      <Spinner size={14} /> {t`Loading older posts`}
    </div>
  );
}

/** Shown while loading older posts to find the one in the address. */
export function SearchingNotice({ onStop }: { onStop: () => void }) {
  return (
    <div className={clsx(pill, "top-2 animate-fade text-ink-2 max-md:h-10")}>
      <span role="status" className="flex items-center gap-2 whitespace-nowrap">
        <Spinner size={14} /> {t`Searching for the post`}
      </span>
      <button type="button" className="link" onClick={onStop}>
        {t({ message: "Stop", context: "stops the search for a post" })}
      </button>
    </div>
  );
}

/**
 * Counts posts that arrived while the reader was further up. Announced to screen readers without
 * moving the focus.
 */
export function NewPostsNotice(props: { missed: number; atEnd: boolean; onJump: () => void }) {
  const words = newPostCountLabel(props.missed);
  return (
    <>
      <span role="status" className="sr-only">
        {props.missed > 0 && words}
      </span>
      {!props.atEnd && (
        <button
          type="button"
          onClick={props.onJump}
          className={clsx(
            "pop absolute bottom-3 left-1/2 flex h-8 -translate-x-1/2 animate-rise items-center gap-1.5 rounded-full px-3 text-12 font-strong shadow-e2 max-md:h-10 max-md:px-4",
            props.missed > 0 ? "text-brand-text" : "text-ink-2",
          )}
        >
          <ArrowDown size={14} aria-hidden />
          {props.missed > 0 ? words : t({ message: "Jump to newest", context: "newest post" })}
        </button>
      )}
    </>
  );
}
