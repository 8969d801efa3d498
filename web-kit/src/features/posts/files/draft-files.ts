import { t } from "@lingui/core/macro";
import { errorMessage } from "../../../api/client.ts";
import { newIdempotencyKey } from "../../../api/idempotency-key.ts";
import type { PostFile } from "../../../api/types.ts";
import { type DraftFile, filesOf } from "./draft-file.ts";
import { drafts } from "../drafts.ts";
import { uploadFile } from "../queries.ts";
import { fileFault, FILES_MAX, TOO_MANY_FILES } from "./file-rules.ts";

/**
 * The files of a draft. Each is uploaded as soon as it is chosen, and the upload continues when the
 * member navigates away. A file whose upload failed stays, to be retried or removed.
 */

/** Aborts the upload of each file in progress. */
const activeUploads = new Map<string, AbortController>();

/** Adds the acceptable files, and returns the reason against the others. */
export function addFiles(place: string, endpoint: string, chosen: readonly File[]): string | null {
  const faults = chosen.map(fileFault);
  const fit = chosen.filter((_, at) => faults[at] === null);
  const room = Math.max(0, FILES_MAX - filesOf(drafts.read(place)).length);
  for (const file of fit.slice(0, room)) addFile(place, endpoint, file);
  return faults.find((fault) => fault !== null) ?? (fit.length > room ? TOO_MANY_FILES : null);
}

export function removeFile(place: string, key: string): void {
  activeUploads.get(key)?.abort();
  const draft = drafts.read(place);
  drafts.write(place, { ...draft, files: filesOf(draft).filter((cached) => cached.key !== key) });
}

/** Uploads a file again whose upload failed. */
export function retryFile(place: string, endpoint: string, key: string): void {
  const cached = filesOf(drafts.read(place)).find((file) => file.key === key);
  if (cached === undefined || cached.fault === null) return;
  changeFile(place, key, { fault: null, progress: 0 });
  void uploadDraftFile(place, endpoint, cached);
}

/** Converts a post's file to a file of a draft. */
export function toDraftFile(stored: PostFile): DraftFile {
  const { id, name, size } = stored;
  return { key: id, name, size, progress: 1, fault: null, file: null, stored };
}

function addFile(place: string, endpoint: string, file: File): void {
  const added: DraftFile = {
    key: newIdempotencyKey(),
    name: file.name,
    size: file.size,
    progress: 0,
    fault: null,
    file,
    stored: null,
  };
  const draft = drafts.read(place);
  drafts.write(place, { ...draft, files: [...filesOf(draft), added] });
  void uploadDraftFile(place, endpoint, added);
}

async function uploadDraftFile(
  place: string,
  endpoint: string,
  { key, file }: DraftFile,
): Promise<void> {
  if (file === null) return;
  const controller = new AbortController();
  const { signal } = controller;
  activeUploads.set(key, controller);
  try {
    const stored = await uploadFile(endpoint, file, {
      // A retry is another request: the server would repeat a refusal.
      idempotencyKey: newIdempotencyKey(),
      signal,
      onProgress: (progress) => changeFile(place, key, { progress }),
    });
    changeFile(place, key, { stored, name: stored.name, size: stored.size, progress: 1 });
  } catch (problem) {
    if (signal.aborted) return;
    changeFile(place, key, { fault: errorMessage(problem, t`Failed to upload file`) });
  } finally {
    if (activeUploads.get(key) === controller) activeUploads.delete(key);
  }
}

function changeFile(place: string, key: string, changes: Partial<DraftFile>): void {
  const draft = drafts.read(place);
  const files = filesOf(draft);
  if (!files.some((file) => file.key === key)) return;
  drafts.write(place, {
    ...draft,
    files: files.map((cached) => (cached.key === key ? { ...cached, ...changes } : cached)),
  });
}
