import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { failureText } from "./failure-text.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import type { SupportAttachment } from "../../api/support-types.ts";
import { deleteAttachment, uploadAttachment } from "./queries.ts";

/** Files per ticket and per message. */
export const ATTACHMENTS_MAX = 10;
const BYTES_MAX = 10 * 1024 * 1024;
const TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif", "application/pdf"];

/** The `accept` attribute of the file input. */
export const ATTACHMENT_ACCEPT = TYPES.join(",");

/** The reason why a file cannot be attached, or null. The server checks more closely. */
export function attachmentFault(file: File): string | null {
  if (!TYPES.includes(file.type)) return t`Only images and PDF files can be attached`;
  return file.size > BYTES_MAX ? t`An attachment may have at most 10 MB.` : null;
}

/** The acceptable files among the chosen ones, and the reason against the others. */
export function acceptFiles(chosen: readonly File[], attached: number) {
  const faults = chosen.map(attachmentFault);
  const fit = chosen.filter((_, at) => faults[at] === null);
  const room = Math.max(0, ATTACHMENTS_MAX - attached);
  const tooMany = fit.length > room ? t`You can attach at most ${ATTACHMENTS_MAX} files.` : null;
  return {
    files: fit.slice(0, room),
    fault: faults.find((fault) => fault !== null) ?? tooMany,
  };
}

export interface PendingFile {
  key: string;
  name: string;
  /** Upload progress from 0 to 1; null if the file is uploaded later. */
  progress: number | null;
}

export interface Attachments {
  files: readonly PendingFile[];
  /** The reason why a file was not added. */
  fault: string | null;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
}

interface UploadedFile extends PendingFile {
  attachment: SupportAttachment | null;
}

export interface UploadedAttachments extends Attachments {
  uploading: boolean;
  ids: string[];
  clear: () => void;
}

/** The files of a reply; each is uploaded to the ticket as soon as it is chosen. */
export function useAttachments(path: string): UploadedAttachments {
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const controller of uploads.values()) controller.abort();
    };
  }, []);
  const change = (key: string, changes: Partial<UploadedFile>) =>
    setFiles((before) => before.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const drop = (key: string) => setFiles((before) => before.filter((one) => one.key !== key));
  const start = async (key: string, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const attachment = await uploadAttachment(path, file, {
        idempotencyKey: key,
        signal: controller.signal,
        onProgress: (progress) => change(key, { progress }),
      });
      change(key, { attachment, progress: 1 });
    } catch (error) {
      if (controller.signal.aborted) return;
      setFault(failureText(error, t`Failed to upload attachment`));
      drop(key);
    } finally {
      running.current.delete(key);
    }
  };
  return {
    files,
    fault,
    uploading: files.some(({ attachment }) => attachment === null),
    ids: files.flatMap(({ attachment }) => (attachment === null ? [] : [attachment.id])),
    add: (chosen) => {
      const accepted = acceptFiles(chosen, files.length);
      setFault(accepted.fault);
      const added = accepted.files.map((file) => ({ key: newIdempotencyKey(), file }));
      setFiles((before) => [
        ...before,
        ...added.map(({ key, file }) => ({ key, name: file.name, progress: 0, attachment: null })),
      ]);
      for (const { key, file } of added) void start(key, file);
    },
    remove: (key) => {
      running.current.get(key)?.abort();
      const stored = files.find((one) => one.key === key)?.attachment ?? null;
      // A file that cannot be deleted now stays on the ticket; the reply is written without it.
      if (stored !== null) deleteAttachment(path, stored.id).catch(() => undefined);
      drop(key);
    },
    clear: () => setFiles([]),
  };
}
