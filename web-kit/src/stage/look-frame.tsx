import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Brand } from "../api/types.ts";
import { propertiesIn } from "../theme/in-brand.ts";

export interface LookFrameProps {
  /** What is shown in it, for those who do not see it. */
  title: string;
  brand: Brand;
  css: string;
  theme: "light" | "dark";
  /** The window that the page believes to be in, in its own pixels. */
  width: number;
  height: number;
  /** How large it is drawn. */
  scale: number;
  children: ReactNode;
}

/**
 * Shows a page in another brand, theme and window size than this one: a frame of its own, so that
 * widths mean what they mean on the real page. It is looked at only; nothing in it can be used.
 */
export function LookFrame(props: LookFrameProps) {
  const { title, width, height, scale, children } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  useLooks(page, props);
  return (
    <div style={{ width: width * scale, height: height * scale }} className="overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        // Ours to draw in, but nothing in it runs.
        sandbox="allow-same-origin"
        srcDoc="<!doctype html><title>Preview</title><body inert></body>"
        tabIndex={-1}
        style={{ width, height, transform: `scale(${scale})` }}
        className="pointer-events-none origin-top-left border-0 bg-canvas"
        onLoad={() => setPage(frame.current?.contentDocument ?? null)}
      />
      {page !== null && createPortal(children, page.body)}
    </div>
  );
}

/** Gives the page in the frame our style sheets, and the brand's own values over them. */
function useLooks(page: Document | null, { brand, css, theme }: LookFrameProps) {
  useEffect(() => {
    if (page !== null) copySheets(page.head);
  }, [page]);
  useEffect(() => {
    if (page !== null) dress(page.documentElement, { brand, css, theme });
  }, [page, brand, css, theme]);
}

function copySheets(head: HTMLHeadElement) {
  for (const sheet of document.querySelectorAll("link[rel=stylesheet], head style")) {
    head.append(head.ownerDocument.importNode(sheet, true));
  }
}

function dress(root: HTMLElement, looks: Pick<LookFrameProps, "brand" | "css" | "theme">) {
  const { brand, css, theme } = looks;
  root.lang = "en";
  root.dataset["theme"] = theme;
  root.dataset["brand"] = "preview";
  root.dataset["type"] = brand.headings;
  root.dataset["corner"] = brand.corners;
  root.dataset["chrome"] = brand.topBar;
  for (const [name, value] of propertiesIn(css)) root.style.setProperty(name, value);
}
