import { t } from "@lingui/core/macro";
import { type CSSProperties, type RefObject, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import {
  type ProhibitedPart,
  prohibitedParts,
  withReplacements,
} from "../../content/prohibited-parts.ts";
import type { ProhibitedKind } from "../../content/prohibited.ts";
import { Button } from "../../ui/button.tsx";

/** Kinds of parts that are listed below the text; the others are only marked in it. */
const LISTED_MAX = 3;

export interface ProhibitedTextProps {
  text: string;
  relaxed: boolean;
  areaRef: RefObject<HTMLTextAreaElement | null>;
  onReplace: (text: string) => void;
}

/**
 * Marks in the text area what posts and messages may not contain, and lists it with the reason and a
 * replacement (G-029).
 */
export function ProhibitedText({ text, relaxed, areaRef, onReplace }: ProhibitedTextProps) {
  const parts = prohibitedParts(text, relaxed);
  if (parts.length === 0) return null;
  const distinct = [...new Map(parts.map((part) => [part.text, part])).values()];
  const replace = (some: readonly ProhibitedPart[]) => {
    onReplace(withReplacements(text, some));
    areaRef.current?.focus();
  };
  return (
    <>
      <Marks {...{ text, parts, areaRef }} />
      <ul className="flex flex-col gap-1 ps-1 pt-1.5 text-12 text-ink-2">
        {distinct.slice(0, LISTED_MAX).map((part) => (
          <li key={part.text} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <code className="max-w-40 truncate rounded-sm bg-danger-subtle px-1 text-danger-text">
              {part.text}
            </code>
            <span>{reasonOf(part.kind)}</span>
            <Button
              size="sm"
              variant="quiet"
              onClick={() => replace(parts.filter((other) => other.text === part.text))}
            >
              {part.replacement === ""
                ? t`Remove it`
                : t`Replace with ${{ replacement: part.replacement }}`}
            </Button>
          </li>
        ))}
        {distinct.length > 1 && (
          <li>
            <Button size="sm" variant="quiet" onClick={() => replace(parts)}>
              {t`Replace all`}
            </Button>
          </li>
        )}
      </ul>
    </>
  );
}

function reasonOf(kind: ProhibitedKind): string {
  switch (kind) {
    case "code":
      return t`could run as code in a browser`;
    case "statement":
      return t`reads like a database command`;
    case "character":
      return t`is not accepted in posts and messages`;
  }
}

const COPIED = [
  "font",
  "letterSpacing",
  "paddingTop",
  "paddingBottom",
  "paddingLeft",
  "paddingRight",
  "direction",
] as const;

/** The same text above the text area, invisible except for the underlines of the parts. */
function Marks(props: Pick<ProhibitedTextProps, "text" | "areaRef"> & { parts: ProhibitedPart[] }) {
  const { text, parts, areaRef } = props;
  const [shape, setShape] = useState<{ container: Element; style: CSSProperties } | null>(null);
  const [scrollTop, setScrollTop] = useState(0);
  useEffect(() => {
    const area = areaRef.current;
    const container = area?.offsetParent;
    if (!area || !container) return;
    const measure = () => {
      const computed = getComputedStyle(area);
      setShape({
        container,
        style: {
          ...Object.fromEntries(COPIED.map((name) => [name, computed[name]])),
          left: area.offsetLeft + area.clientLeft,
          top: area.offsetTop + area.clientTop,
          width: area.clientWidth,
          height: area.clientHeight,
        },
      });
    };
    const follow = () => setScrollTop(area.scrollTop);
    measure();
    follow();
    const resized = new ResizeObserver(measure);
    resized.observe(area);
    resized.observe(container);
    area.addEventListener("scroll", follow, { passive: true });
    return () => {
      resized.disconnect();
      area.removeEventListener("scroll", follow);
    };
  }, [areaRef]);
  if (shape === null) return null;
  return createPortal(
    <div aria-hidden className="pointer-events-none absolute overflow-hidden" style={shape.style}>
      <div
        className="whitespace-pre-wrap text-transparent wrap-break-word"
        style={{ transform: `translateY(${-scrollTop}px)` }}
      >
        {parts.map((part, at) => (
          <span key={part.start}>
            {text.slice(parts[at - 1]?.end ?? 0, part.start)}
            <mark className="bg-transparent text-transparent underline decoration-danger-text decoration-wavy decoration-2 underline-offset-2">
              {part.text}
            </mark>
          </span>
        ))}
      </div>
    </div>,
    shape.container,
  );
}
