import { t } from "@lingui/core/macro";
import { FileText } from "lucide-react";
import { fileSize } from "../../language/format.ts";
import type { SupportAttachment } from "../../api/support-types.ts";

/** The files of a message; each opens in a tab of its own. */
export function AttachmentLinks({ attachments }: { attachments: readonly SupportAttachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t`Attachments`} className="mt-2 flex flex-wrap gap-2">
      {attachments.map(({ id, fileName, contentType, size, url }) => (
        <li key={id} className="max-w-full">
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="flex max-w-full items-center gap-2 rounded-md px-2.5 py-2 text-13 edge-line hover:bg-hover"
          >
            {contentType.startsWith("image/") ? (
              <img
                src={url}
                alt=""
                loading="lazy"
                className="size-10 shrink-0 rounded-xs bg-sunken object-cover"
              />
            ) : (
              <FileText size={18} aria-hidden className="shrink-0 text-ink-3" />
            )}
            <bdi className="min-w-0 truncate font-medium">{fileName}</bdi>
            <span className="shrink-0 text-12 text-ink-3">{fileSize(size)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
