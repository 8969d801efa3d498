import { t } from "@lingui/core/macro";
import { TextQuote } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { type SelectedText, selectedText } from "./quote.ts";

/** A tap on the button may end the selection before it counts as a click. */
const CLICK_MS = 400;
/** Distance from the selected text, and from the edge of the window, in pixels. */
const GAP = 8;
const BUTTON = { width: 110, height: 36 };

export interface SelectionQuoteProps {
  /** Quotes a part of a post or message. */
  onQuote: (rowId: string, text: string) => void;
}

/** A button next to the text that is selected in a feed. */
export function SelectionQuote({ onQuote }: SelectionQuoteProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [selected, setSelected] = useState<SelectedText | null>(null);
  const [place, setPlace] = useState({ top: 0, left: 0 });
  useEffect(() => {
    const ending = new AbortController();
    const options = { signal: ending.signal, capture: true, passive: true };
    let isDown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      // The focus may move to the button; some browsers end the selection then.
      if (isDown || (button.current !== null && document.activeElement === button.current)) return;
      const found = selectedText();
      setSelected(found);
      if (found !== null) setPlace(placeNextTo(found.range));
    };
    const updateIn = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(update, ms);
    };
    const down = () => {
      isDown = true;
    };
    const up = ({ target }: Event) => {
      isDown = false;
      const isButton = target instanceof Node && button.current?.contains(target) === true;
      updateIn(isButton ? CLICK_MS : 0);
    };
    document.addEventListener("selectionchange", () => updateIn(0), options);
    document.addEventListener("scroll", () => updateIn(0), options);
    document.addEventListener("pointerdown", down, options);
    document.addEventListener("pointerup", up, options);
    document.addEventListener("pointercancel", up, options);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, []);
  if (selected === null) return null;
  return (
    <Button
      ref={button}
      size="sm"
      className="fixed! z-30 bg-raised shadow-e2 max-md:h-11!"
      style={place}
      aria-label={t`Quote the selection`}
      icon={<TextQuote size={15} aria-hidden />}
      // The text stays selected.
      onMouseDown={(event) => event.preventDefault()}
      onBlur={() => setSelected(selectedText())}
      onClick={() => {
        getSelection()?.removeAllRanges();
        setSelected(null);
        onQuote(selected.rowId, selected.text);
      }}
    >
      {t({ message: "Quote", context: "verb" })}
    </Button>
  );
}

/** Above the text; below it on a touch screen, whose own menu is above. Inside the window. */
function placeNextTo(range: Range): { top: number; left: number } {
  const box = range.getBoundingClientRect();
  const above = box.top - BUTTON.height - GAP;
  const below = box.bottom + GAP;
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const top = isTouch || above < GAP ? below + (isTouch ? 2 * GAP : 0) : above;
  const clamp = (value: number, most: number) => Math.max(GAP, Math.min(value, most - GAP));
  return {
    top: clamp(top, innerHeight - BUTTON.height),
    left: clamp(box.left + box.width / 2 - BUTTON.width / 2, innerWidth - BUTTON.width),
  };
}
