import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { EMOJI_NAMES, EmojiGrid } from "../../ui/emoji-grid.tsx";
import { Menu, MenuTrigger } from "../../ui/menu.tsx";

const COLUMNS = 6;

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
      <MenuTrigger className={className} aria-label={t`Emoji`}>
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
