import { t } from "@lingui/core/macro";
import { DropdownMenu as Radix } from "radix-ui";
import type { KeyboardEvent } from "react";
import { MenuContent } from "./menu.tsx";

/** Common emoji, with their names for screen readers. */
export const EMOJI_NAMES: Readonly<Record<string, string>> = {
  "😀": t`Grinning face`,
  "😂": t`Tears of joy`,
  "🙂": t`Smile`,
  "😉": t`Wink`,
  "😊": t`Warm smile`,
  "😍": t`Heart eyes`,
  "🤔": t`Thinking`,
  "😮": t`Surprised`,
  "😢": t`Crying`,
  "😅": t`Relieved laugh`,
  "😎": t`Sunglasses`,
  "🙄": t`Rolling eyes`,
  "😴": t`Sleeping`,
  "🥳": t`Celebrating`,
  "👍": t`Thumbs up`,
  "👎": t`Thumbs down`,
  "👏": t`Clapping`,
  "🙌": t`Raised hands`,
  "🙏": t`Folded hands`,
  "🤝": t`Handshake`,
  "👋": t`Waving`,
  "💪": t`Strong arm`,
  "❤️": t({ message: "Heart", context: "emoji" }),
  "💚": t`Green heart`,
  "🎉": t({ message: "Party", context: "emoji" }),
  "🔥": t({ message: "Fire", context: "emoji" }),
  "⭐": t({ message: "Star", context: "emoji" }),
  "✅": t({ message: "Done", context: "emoji" }),
  "❌": t({ message: "Cross", context: "emoji" }),
  "❓": t({ message: "Question", context: "emoji" }),
  "💡": t({ message: "Idea", context: "emoji" }),
  "📌": t({ message: "Pin", context: "emoji" }),
  "📅": t`Calendar`,
  "⏰": t`Alarm clock`,
  "☕": t`Coffee`,
  "🍰": t`Cake`,
};

export interface EmojiGridProps {
  emoji: readonly string[];
  columns: number;
  onChoose: (emoji: string) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/** The content of a menu of emoji in rows; arrow keys move in both directions. */
export function EmojiGrid({ emoji, columns, onChoose, onCloseAutoFocus }: EmojiGridProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const right = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const [down, up] = [columns, -columns];
    const step = { ArrowRight: right, ArrowLeft: -right, ArrowDown: down, ArrowUp: up }[event.key];
    if (step === undefined) return;
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const here = items.findIndex((item) => item === event.target);
    event.preventDefault();
    event.stopPropagation();
    items[here === -1 ? 0 : here + step]?.focus();
  };
  return (
    <MenuContent
      side="top"
      className="min-w-0!"
      {...(onCloseAutoFocus !== undefined && { onCloseAutoFocus })}
    >
      <div
        role="presentation"
        // Before the menu itself, which moves by one item only.
        onKeyDownCapture={onKeyDown}
        className="grid"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {emoji.map((one) => (
          <Radix.Item
            key={one}
            aria-label={EMOJI_NAMES[one] ?? one}
            className="grid size-9 place-items-center rounded-sm text-20 leading-none outline-none select-none data-[highlighted]:bg-selected max-md:size-11"
            onSelect={() => onChoose(one)}
          >
            {one}
          </Radix.Item>
        ))}
      </div>
    </MenuContent>
  );
}
