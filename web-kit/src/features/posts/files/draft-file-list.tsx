import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { FileText, RotateCw, X } from "lucide-react";
import { fileSize } from "../../../language/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { focusText } from "../focus-text.ts";
import { filesEndpoint } from "../queries.ts";
import type { ComposerState } from "../use-composer.ts";
import { type DraftFile, filesOf } from "./draft-file.ts";
import { removeFile, retryFile } from "./draft-files.ts";
import { FileName } from "./file-name.tsx";

export interface DraftFilesProps {
  state: Pick<ComposerState, "draft" | "place" | "communityId" | "setFault">;
  className: string;
}

/** The draft's files with their upload; each can be removed, and a failed one retried. */
export function DraftFiles({ state, className }: DraftFilesProps) {
  const { draft, place, communityId, setFault } = state;
  const files = filesOf(draft);
  if (files.length === 0 || communityId === null) return null;
  const onRetry = (key: string) => retryFile(place, filesEndpoint(communityId), key);
  const onRemove = (key: string) => {
    removeFile(place, key);
    setFault(null);
  };
  return (
    <ul aria-label={t`Files to post`} className={clsx("flex flex-col gap-1.5", className)}>
      {files.map((file) => (
        <li key={file.key} className="max-w-[28rem]">
          <DraftFileRow {...{ file, onRetry, onRemove }} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  file: DraftFile;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

function DraftFileRow({ file, onRetry, onRemove }: RowProps) {
  const { key, name, fault } = file;
  return (
    <>
      <div
        className={clsx(
          "relative flex h-10 items-center gap-2 overflow-hidden rounded-md ps-3 pe-1 text-13 max-md:h-12",
          fault === null ? "edge-line" : "shadow-[inset_0_0_0_1.5px_var(--danger-line)]",
        )}
      >
        <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
        <span className="sr-only">{name}</span>
        <FileName name={name} />
        <span className="ms-auto shrink-0 text-12 text-ink-3 tabular-nums">
          {fileSize(file.size)}
        </span>
        {fault !== null && file.file !== null && (
          <IconButton
            size="sm"
            label={t`Upload ${name} again`}
            icon={<RotateCw size={14} aria-hidden />}
            onClick={(event) => {
              focusText(event.currentTarget);
              onRetry(key);
            }}
          />
        )}
        <IconButton
          size="sm"
          label={t`Remove ${name}`}
          icon={<X size={14} aria-hidden />}
          onClick={(event) => {
            focusText(event.currentTarget);
            onRemove(key);
          }}
        />
        {file.stored === null && fault === null && (
          <progress
            aria-label={t`Uploading ${{ file: name }}`}
            value={file.progress}
            max={1}
            className="absolute inset-x-0 bottom-0 h-1 w-full"
          />
        )}
      </div>
      <p role="alert" className="text-12 font-medium text-danger-text empty:hidden">
        {fault}
      </p>
    </>
  );
}
