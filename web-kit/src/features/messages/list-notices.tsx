import { plural, t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { ArrowDown } from "lucide-react";
import { Spinner } from "../../ui/spinner.tsx";

const pill =
  "pop absolute inset-x-0 mx-auto flex h-8 w-fit items-center gap-2 rounded-full px-3 text-12 shadow-e2";

export function OlderMessagesNotice() {
  return (
    <div role="status" className={clsx(pill, "top-2 animate-fade text-ink-2")}>
      <Spinner size={14} /> {t`Loading older messages`}
    </div>
  );
}

/**
 * Counts messages that arrived while the reader was further up. Announced to screen readers without
 * moving the focus.
 */
export function JumpButton(props: { missed: number; atEnd: boolean; onJump: () => void }) {
  const { missed } = props;
  const words = plural(missed, { one: "# new message", other: "# new messages" });
  return (
    <>
      <span role="status" className="sr-only">
        {missed > 0 && words}
      </span>
      {!props.atEnd && (
        <button
          type="button"
          onClick={props.onJump}
          className={clsx(
            pill,
            "bottom-3 animate-rise font-strong max-md:h-10 max-md:px-4",
            missed > 0 ? "text-brand-text" : "text-ink-2",
          )}
        >
          <ArrowDown size={14} aria-hidden />
          {missed > 0 ? words : t`Jump to newest`}
        </button>
      )}
    </>
  );
}
