import { t } from "@lingui/core/macro";
import { Download } from "lucide-react";
import type { PostFile } from "../../../api/types.ts";
import { fileSize } from "../../../language/format.ts";
import { fileKind } from "./file-kind.ts";
import { FileName } from "./file-name.tsx";

/** Height of a card and the gap below it, in pixels. */
export const FILE_CARD_HEIGHT = 54;

/** The files of a post; each is downloaded. */
export function PostFiles({ files }: { files: readonly PostFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={t`Files`} className="mt-2 flex max-w-[28rem] flex-col gap-1.5">
      {files.map((file) => (
        <li key={file.id}>
          <FileCard file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileCard({ file }: { file: PostFile }) {
  const { name, url } = file;
  const { Icon, label } = fileKind(file.mediaType);
  const size = fileSize(file.size);
  return (
    <a
      href={url}
      download={name}
      className="flex h-12 items-center gap-2.5 rounded-md bg-surface px-3 text-13 edge-line hover:bg-hover"
    >
      <Icon size={18} aria-hidden className="shrink-0 text-ink-3" />
      <span className="sr-only">{t`Download ${name}, ${label}, ${size}`}</span>
      <FileName name={name} />
      <span aria-hidden className="ms-auto shrink-0 text-12 text-ink-3 tabular-nums">
        {size}
      </span>
      <Download size={16} aria-hidden className="shrink-0 text-ink-3" />
    </a>
  );
}
