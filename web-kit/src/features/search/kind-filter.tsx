import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import type { SearchKind } from "./queries.ts";

const KINDS: readonly { value: SearchKind; label: string }[] = [
  { value: "all", label: t`All` },
  { value: "people", label: t`People` },
  { value: "communities", label: t`Communities` },
  { value: "threads", label: t`Threads` },
  { value: "posts", label: t`Posts` },
  { value: "articles", label: t`Insights` },
  { value: "announcements", label: t`Announcements` },
  { value: "events", label: t`Events` },
  { value: "messages", label: t`Messages` },
];

export interface KindFilterProps {
  kind: SearchKind;
  /** False if the viewer has no messages on this site. */
  hasMessages: boolean;
  onChoose: (kind: SearchKind) => void;
}

/**
 * Filter: all kinds of results, or one. It is one tab stop with arrow keys, and scrolls sideways on
 * a phone.
 */
export function KindFilter({ kind, hasMessages, onChoose }: KindFilterProps) {
  const kinds = KINDS.filter(({ value }) => hasMessages || value !== "messages");
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of the buttons has the focus
    <div
      role="toolbar"
      aria-label={t`Search for`}
      onKeyDown={moveFocus}
      className="flex basis-full gap-1.5 overflow-x-auto p-0.5 max-md:-mx-4 max-md:basis-[calc(100%+2rem)] max-md:scroll-px-4 max-md:px-4 md:flex-wrap"
    >
      {kinds.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === kind}
          tabIndex={value === kind ? 0 : -1}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
            onChoose(value);
          }}
          className={clsx(
            "h-6 shrink-0 rounded-sm px-2.5 text-12 font-medium whitespace-nowrap max-md:h-9 max-md:text-13",
            value === kind
              ? "bg-brand-subtle text-brand-text forced-colors:border"
              : "text-ink-2 shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover",
          )}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Moves the focus between the buttons without choosing one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const here = buttons.findIndex((button) => button === event.target);
  const forwards = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const targets: Record<string, number | undefined> = {
    ArrowRight: here + forwards,
    ArrowLeft: here - forwards,
    Home: 0,
    End: buttons.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  buttons.at(target % buttons.length)?.focus();
}
