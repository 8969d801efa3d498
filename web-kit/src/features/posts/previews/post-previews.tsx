import { plural } from "@lingui/core/macro";
import { X } from "lucide-react";
import { type MouseEvent, useId } from "react";
import type { LinkPreview, Post } from "../../../api/types.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useOnline } from "../../../ui/use-online.ts";
import { safeHref } from "../safe-href.ts";
import { useHidePreviews } from "./use-hide-previews.ts";

/** Height of a typical card and the gap below it, in pixels. */
export const PREVIEW_HEIGHT = 100;

export interface PostPreviewsProps {
  post: Post;
  /** True for the author and the admins of the community. */
  mayManage: boolean;
}

/** Cards about the pages that a post links to. */
export function PostPreviews({ post, mayManage }: PostPreviewsProps) {
  const online = useOnline();
  const hide = useHidePreviews();
  const count = post.previews.length;
  if (count === 0) return null;
  const remove = (event: MouseEvent<HTMLElement>) => {
    // The pressed button vanishes.
    event.currentTarget.closest<HTMLElement>("article")?.focus();
    hide(post);
  };
  return (
    <div className="relative mt-2 max-w-[28rem]">
      <ul
        aria-label={plural(count, { one: "Link preview", other: "Link previews" })}
        className="flex flex-col gap-1.5"
      >
        {post.previews.map((preview) => (
          <li key={preview.url}>
            <PreviewCard preview={preview} />
          </li>
        ))}
      </ul>
      {mayManage && online && (
        <IconButton
          size="sm"
          label={plural(count, { one: "Remove preview", other: "Remove previews" })}
          icon={<X size={14} aria-hidden />}
          className="absolute! end-1.5 top-1.5 bg-surface"
          onClick={remove}
        />
      )}
    </div>
  );
}

function PreviewCard({ preview }: { preview: LinkPreview }) {
  const id = useId();
  const { title, description, siteName } = preview;
  const href = safeHref(preview.url);
  if (href === null) return null;
  // The page chooses its name, but not its host.
  const { host } = new URL(href);
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      aria-labelledby={`${id}-title ${id}-site`}
      className="flex flex-col gap-0.5 rounded-md bg-surface px-3.5 py-2.5 edge-line hover:bg-hover"
    >
      <span id={`${id}-title`} dir="auto" className="truncate pe-8 text-14 font-semibold">
        {title}
      </span>
      {description !== null && description !== "" && (
        <span dir="auto" className="line-clamp-2 text-13 wrap-anywhere text-ink-2">
          {description}
        </span>
      )}
      <span id={`${id}-site`} className="flex text-12 text-ink-3">
        {siteName !== null && siteName !== host && (
          <bdi className="max-w-[50%] truncate after:px-1 after:content-['·']">{siteName}</bdi>
        )}
        <bdi className="min-w-0 truncate">{host}</bdi>
      </span>
    </a>
  );
}
