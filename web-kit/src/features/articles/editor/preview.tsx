import { t } from "@lingui/core/macro";
import { useDeferredValue, useMemo } from "react";
import { ArticleText } from "../article-text.tsx";
import { markdownToHtml } from "./markdown.ts";

/** A preview of the article, deferred while typing. */
export function Preview({ title, content }: { title: string; content: string }) {
  const text = useDeferredValue(content);
  const html = useMemo(() => markdownToHtml(text), [text]);
  return (
    <div
      role="region"
      aria-label={t`Preview`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable
      tabIndex={0}
      className="min-h-60 overflow-y-auto rounded-md p-5 edge-line md:max-h-[29rem]"
    >
      {title.trim() !== "" && (
        <p className="display mb-4 text-24 wrap-anywhere" dir="auto">
          {title}
        </p>
      )}
      {text.trim() === "" ? (
        <p className="text-14 text-ink-3">{t`A preview of your text appears here.`}</p>
      ) : (
        <ArticleText html={html} />
      )}
    </div>
  );
}
