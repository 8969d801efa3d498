import { useState } from "react";
import { useMedia } from "../communities/use-media.ts";

/** From this width the details are a third pane; below, they cover the conversation. */
const WIDE = "(min-width: 80rem)";

/** The viewer's choice on this page for wide windows, where the details are open by default. */
let isShownWide = true;

export interface InfoPanelState {
  isOpen: boolean;
  isPane: boolean;
  toggle: () => void;
  close: () => void;
}

export function useInfoPanel(phone: boolean): InfoPanelState {
  const isPane = useMedia(WIDE) && !phone;
  const [wide, setWide] = useState(isShownWide);
  const [over, setOver] = useState(false);
  const set = (shown: boolean) => {
    if (!isPane) {
      setOver(shown);
      return;
    }
    isShownWide = shown;
    setWide(shown);
  };
  const isOpen = isPane ? wide : over;
  return { isOpen, isPane, toggle: () => set(!isOpen), close: () => set(false) };
}
