import { clsx } from "clsx";
import { useMemo } from "react";
import { renderHtml } from "../posts/rich-text.tsx";

/** An article's rendered text: the HTML is parsed and only harmless tags become elements. */
export function ArticleText({ html, className }: { html: string; className?: string }) {
  const nodes = useMemo(() => renderHtml(html), [html]);
  return (
    <div dir="auto" data-article className={clsx("reading", className)}>
      {nodes}
    </div>
  );
}
