import { DropdownMenu as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { Menu, MenuContent, MenuTrigger } from "../../ui/menu.tsx";

/** Common emoji for messages, with their names for screen readers. */
const EMOJI_NAMES: Readonly<Record<string, string>> = {
  "😀": "Grinning face",
  "😂": "Tears of joy",
  "🙂": "Smile",
  "😉": "Wink",
  "😊": "Warm smile",
  "😍": "Heart eyes",
  "🤔": "Thinking",
  "😮": "Surprised",
  "😢": "Crying",
  "😅": "Relieved laugh",
  "😎": "Sunglasses",
  "🙄": "Rolling eyes",
  "😴": "Sleeping",
  "🥳": "Celebrating",
  "👍": "Thumbs up",
  "👎": "Thumbs down",
  "👏": "Clapping",
  "🙌": "Raised hands",
  "🙏": "Folded hands",
  "🤝": "Handshake",
  "👋": "Waving",
  "💪": "Strong arm",
  "❤️": "Heart",
  "💚": "Green heart",
  "🎉": "Party",
  "🔥": "Fire",
  "⭐": "Star",
  "✅": "Done",
  "❌": "Cross",
  "❓": "Question",
  "💡": "Idea",
  "📌": "Pin",
  "📅": "Calendar",
  "⏰": "Alarm clock",
  "☕": "Coffee",
  "🍰": "Cake",
};

const COLUMNS = 6;

export interface EmojiGridProps {
  emoji: readonly string[];
  columns: number;
  onChoose: (emoji: string) => void;
  onCloseAutoFocus?: (event: Event) => void;
}

/** The content of a menu of emoji in rows; arrow keys move in both directions. */
export function EmojiGrid({ emoji, columns, onChoose, onCloseAutoFocus }: EmojiGridProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
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

export interface EmojiMenuProps {
  className: string;
  onChoose: (emoji: string) => void;
  /** Returns the focus to the composer. */
  onClose: () => void;
  children: ReactNode;
}

/** Inserts an emoji into the composer. */
export function EmojiMenu({ className, onChoose, onClose, children }: EmojiMenuProps) {
  return (
    <Menu>
      <MenuTrigger className={className} aria-label="Emoji">
        {children}
      </MenuTrigger>
      <EmojiGrid
        emoji={Object.keys(EMOJI_NAMES)}
        columns={COLUMNS}
        onChoose={onChoose}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onClose();
        }}
      />
    </Menu>
  );
}
