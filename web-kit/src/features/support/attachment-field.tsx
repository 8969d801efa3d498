import { t } from "@lingui/core/macro";
import { FileText, Paperclip, X } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { FileInput } from "../../ui/file-input.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ATTACHMENT_ACCEPT, type Attachments } from "./use-attachments.ts";

/** The button that opens the file dialog: an icon, or with its label. */
export function AttachButton(props: { attachments: Attachments; labelled?: boolean }) {
  const { attachments, labelled = false } = props;
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <>
      <FileInput
        ref={input}
        multiple
        label={t`Attach files`}
        accept={ATTACHMENT_ACCEPT}
        onChoose={attachments.add}
      />
      {labelled ? (
        <Button
          icon={<Paperclip size={15} aria-hidden />}
          onClick={choose}
        >{t`Attach files`}</Button>
      ) : (
        <IconButton
          label={t`Attach files`}
          icon={<Paperclip size={17} aria-hidden />}
          onClick={choose}
        />
      )}
    </>
  );
}

/** The chosen files with their progress, and the reason why one was not added. */
export function ChosenFiles({ attachments }: { attachments: Attachments }) {
  const { files, fault, remove } = attachments;
  return (
    <>
      {files.length > 0 && (
        <ul aria-label={t`Attached files`} className="flex flex-wrap gap-2 px-1 pt-1">
          {files.map(({ key, name, progress }) => (
            <li
              key={key}
              className="flex max-w-full items-center gap-2 rounded-md py-1 ps-2.5 pe-1 text-13 edge-line"
            >
              <FileText size={16} aria-hidden className="shrink-0 text-ink-3" />
              <bdi className="min-w-0 truncate">{name}</bdi>
              {progress !== null && progress < 1 && (
                <span className="shrink-0 text-12 text-ink-3 tabular-nums">
                  {Math.round(progress * 100)} %
                </span>
              )}
              <IconButton
                size="sm"
                label={t`Remove ${name}`}
                icon={<X size={14} aria-hidden />}
                onClick={() => remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="px-1 pt-1 text-12 font-medium text-danger-text empty:hidden">
        {fault}
      </p>
    </>
  );
}
