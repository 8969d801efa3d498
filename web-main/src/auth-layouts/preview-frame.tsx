import { t } from "@lingui/core/macro";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Brand } from "@guildhall/web-kit/api/types.ts";
import { customPropertiesOf } from "@guildhall/web-kit/theme/in-brand.ts";

export interface PreviewFrameProps {
  /** Accessible description of the preview. */
  title: string;
  brand: Brand;
  css: string;
  theme: "light" | "dark";
  /** The simulated window size in its own pixels. */
  width: number;
  height: number;
  /** Scale of the rendering. */
  scale: number;
  children: ReactNode;
}

/**
 * Shows a page with another brand, theme and window size. It is an iframe, so that media queries
 * apply as on the real page. The preview is inert.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, width, height, scale, children } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  useLooks(page, props);
  return (
    <div style={{ width: width * scale, height: height * scale }} className="overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        // Same-origin for rendering into it, but scripts inside it cannot run.
        sandbox="allow-same-origin"
        srcDoc={`<!doctype html><title>${t`Preview`}</title><body inert></body>`}
        tabIndex={-1}
        style={{ width, height, transform: `scale(${scale})` }}
        className="pointer-events-none origin-top-left border-0 rtl:origin-top-right bg-canvas"
        onLoad={() => setPage(frame.current?.contentDocument ?? null)}
      />
      {page !== null && createPortal(children, page.body)}
    </div>
  );
}

/** Copies this page's style sheets into the frame and applies the brand's values. */
function useLooks(page: Document | null, { brand, css, theme }: PreviewFrameProps) {
  useEffect(() => {
    if (page !== null) copyStyleSheets(page.head);
  }, [page]);
  useEffect(() => {
    if (page !== null) applyBrand(page.documentElement, { brand, css, theme });
  }, [page, brand, css, theme]);
}

function copyStyleSheets(head: HTMLHeadElement) {
  for (const sheet of document.querySelectorAll("link[rel=stylesheet], head style")) {
    head.append(head.ownerDocument.importNode(sheet, true));
  }
}

function applyBrand(root: HTMLElement, looks: Pick<PreviewFrameProps, "brand" | "css" | "theme">) {
  const { brand, css, theme } = looks;
  const { lang, dir } = document.documentElement;
  Object.assign(root, { lang, dir });
  root.dataset["theme"] = theme;
  root.dataset["brand"] = "preview";
  root.dataset["type"] = brand.headings;
  root.dataset["corner"] = brand.corners;
  root.dataset["chrome"] = brand.topBar;
  for (const [name, value] of customPropertiesOf(css)) root.style.setProperty(name, value);
}
