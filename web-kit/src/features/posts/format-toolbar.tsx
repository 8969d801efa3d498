import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import {
  Bold,
  Code,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import type { Format } from "./markup.ts";

const FORMATS: readonly { format: Format; label: string; Icon: LucideIcon }[] = [
  { format: "bold", label: t`Bold`, Icon: Bold },
  { format: "italic", label: t`Italic`, Icon: Italic },
  { format: "link", label: t`Link`, Icon: Link },
  { format: "list", label: t`List`, Icon: List },
  { format: "numbers", label: t`Numbered list`, Icon: ListOrdered },
  { format: "quote", label: t`Quote`, Icon: TextQuote },
  { format: "code", label: t`Code`, Icon: Code },
];

/** The keys that format the selection together with Ctrl or Cmd. */
const KEYS: Readonly<Record<string, Format>> = { b: "bold", i: "italic", e: "code", k: "link" };

/** The format that a key press applies to the selection, or null. */
export function formatOfKey(event: KeyboardEvent): Format | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  // On a Mac, Ctrl with these letters moves the caret.
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const isModified = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isModified && !altKey && !shiftKey ? (KEYS[key.toLowerCase()] ?? null) : null;
}

export interface FormatToolbarProps {
  onFormat: (format: Format) => void;
  /** The buttons are as large as a finger. */
  touch?: boolean;
  className?: string;
}

/** Buttons that format the selected text. One of them is a tab stop; arrow keys move between them. */
export function FormatToolbar({ onFormat, touch = false, className }: FormatToolbarProps) {
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextButton(event, active);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on its buttons
    <div
      role="toolbar"
      aria-label={t`Formatting`}
      className={clsx("gap-0.5", className ?? "flex")}
      onKeyDown={onKeyDown}
    >
      {FORMATS.map(({ format, label, Icon }, at) => (
        <IconButton
          key={format}
          size={touch ? "touch" : "sm"}
          label={label}
          icon={<Icon size={touch ? 18 : 15} aria-hidden />}
          tabIndex={at === active ? 0 : -1}
          onFocus={() => setActive(at)}
          // The text keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        />
      ))}
    </div>
  );
}

function nextButton(event: KeyboardEvent<HTMLElement>, active: number): number | null {
  const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
  const last = FORMATS.length - 1;
  switch (event.key) {
    case "ArrowRight":
      return Math.min(last, Math.max(0, active + forward));
    case "ArrowLeft":
      return Math.min(last, Math.max(0, active - forward));
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
