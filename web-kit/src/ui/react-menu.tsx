import { type ReactNode, lazy, Suspense, useEffect } from "react";
import { REACTIONS } from "../content/reactions.ts";
import { loadWithRetry } from "../recovery/load-with-retry.ts";
import { Menu, MenuTrigger } from "./menu.tsx";
import { closeReactMenu, openReactMenu, useIsReactMenuOpen } from "./open-react-menu.ts";

const EmojiGrid = lazy(async () => ({
  default: (await loadWithRetry(() => import("./emoji-grid.tsx"))).EmojiGrid,
}));

export interface ReactMenuProps {
  /** The id of the post or message. */
  id: string;
  label: string;
  className: string;
  tabIndex?: 0 | -1;
  onChoose: (emoji: string) => void;
  children: ReactNode;
}

/** A button with a menu of reactions. The emoji are loaded when it is first opened. */
export function ReactMenu({ id, label, className, tabIndex, onChoose, children }: ReactMenuProps) {
  const isOpen = useIsReactMenuOpen(id);
  // A row that scrolls out of the list takes its menu with it.
  useEffect(() => () => closeReactMenu(id), [id]);
  return (
    <Menu open={isOpen} onOpenChange={(open) => openReactMenu(open ? id : null)}>
      <MenuTrigger className={className} tabIndex={tabIndex} aria-label={label}>
        {children}
      </MenuTrigger>
      <Suspense>
        {isOpen && <EmojiGrid emoji={REACTIONS} columns={REACTIONS.length} onChoose={onChoose} />}
      </Suspense>
    </Menu>
  );
}
