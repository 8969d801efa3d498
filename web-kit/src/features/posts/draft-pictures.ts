import { t } from "@lingui/core/macro";
import { errorMessage } from "../../api/client.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";
import type { PostImage } from "../../api/types.ts";
import { isPictureFile, kindFault, PictureFault } from "../../ui/picture-file.ts";
import { PHOTO_REDUCTION, shrinkPicture } from "../../ui/shrink-picture.ts";
import { toast } from "../../ui/toast-store.ts";
import { picturesOf } from "./draft-parts.ts";
import { type DraftPicture, drafts } from "./drafts.ts";
import { uploadPicture } from "./queries.ts";

/**
 * The pictures of a draft. Each is uploaded as soon as it is chosen, and the upload continues when
 * the member navigates away.
 */

export const PICTURES_MAX = 4;
export const TOO_MANY_PICTURES = t`A post may have at most 4 pictures`;

/** Aborts the upload of each picture in progress. */
const activeUploads = new Map<string, AbortController>();

/**
 * Adds the acceptable files, and reports the reasons against the others. `endpoint` stores them:
 * that of a community or of a conversation.
 */
export function addPictures(place: string, endpoint: string, files: readonly File[]) {
  const faults = files.map(kindFault);
  const fit = files.filter((_, at) => faults[at] === null);
  const room = Math.max(0, PICTURES_MAX - picturesOf(drafts.read(place)).length);
  for (const file of fit.slice(0, room)) addFile(place, endpoint, file);
  return faults.find((fault) => fault !== null) ?? (fit.length > room ? TOO_MANY_PICTURES : null);
}

export function removePicture(place: string, key: string): void {
  activeUploads.get(key)?.abort();
  dropPicture(place, key);
}

/**
 * Sets a picture's alternative text. The server accepts it only together with the picture, so the
 * picture is uploaded again and the post waits for it. Returns true on success.
 */
export async function describePicture(
  place: string,
  endpoint: string,
  key: string,
  alt: string,
): Promise<boolean> {
  const cached = picturesOf(drafts.read(place)).find((picture) => picture.key === key);
  if (cached === undefined || cached.alt === alt) return false;
  activeUploads.get(key)?.abort();
  const again: DraftPicture = { ...cached, alt };
  changePicture(place, key, { alt, image: null, progress: 0 });
  return uploadDraftPicture(place, endpoint, again, cached.image === null ? null : cached);
}

/** Converts a post's picture to a picture of a draft. */
export function toDraftPicture(image: PostImage): DraftPicture {
  const { id, url, alt } = image;
  return { key: id, name: "", preview: url, progress: 1, alt: alt ?? "", file: null, image };
}

/** The pictures among dropped or pasted files. */
export function pictureFiles(files: FileList): File[] {
  return [...files].filter(isPictureFile);
}

function addFile(place: string, endpoint: string, file: File): void {
  const picture: DraftPicture = {
    key: newIdempotencyKey(),
    name: file.name,
    preview: URL.createObjectURL(file),
    progress: 0,
    alt: "",
    file,
    image: null,
  };
  const draft = drafts.read(place);
  drafts.write(place, { ...draft, pictures: [...picturesOf(draft), picture] });
  void uploadDraftPicture(place, endpoint, picture, null);
}

/** On failure, restores the previous state. */
async function uploadDraftPicture(
  place: string,
  endpoint: string,
  picture: DraftPicture,
  before: DraftPicture | null,
): Promise<boolean> {
  const { key, alt } = picture;
  const giveUp = new AbortController();
  const { signal } = giveUp;
  activeUploads.set(key, giveUp);
  try {
    const image = await uploadPicture(endpoint, await fileOf(picture, signal), alt, {
      idempotencyKey: newIdempotencyKey(),
      signal,
      onProgress: (progress) => changePicture(place, key, { progress }),
    });
    changePicture(place, key, { image, preview: image.url, progress: 1 });
    URL.revokeObjectURL(picture.preview);
    return true;
  } catch (problem) {
    if (signal.aborted) return false;
    if (before === null) dropPicture(place, key);
    else changePicture(place, key, before);
    const isFault = problem instanceof PictureFault;
    toast.error(isFault ? problem.message : errorMessage(problem, t`Failed to upload picture`));
    return false;
  } finally {
    if (activeUploads.get(key) === giveUp) activeUploads.delete(key);
  }
}

/** The picture's file: the chosen one, reduced, or the one that the server stored. */
async function fileOf({ file, name, preview }: DraftPicture, signal: AbortSignal): Promise<File> {
  if (file !== null) return shrinkPicture(file, PHOTO_REDUCTION);
  const answer = await fetch(preview, { signal });
  if (!answer.ok) throw new Error(`the picture answered ${answer.status}`);
  return new File([await answer.blob()], name);
}

function changePicture(place: string, key: string, changes: Partial<DraftPicture>): void {
  const draft = drafts.read(place);
  const pictures = picturesOf(draft);
  if (!pictures.some((picture) => picture.key === key)) return;
  drafts.write(place, {
    ...draft,
    pictures: pictures.map((cached) => (cached.key === key ? { ...cached, ...changes } : cached)),
  });
}

function dropPicture(place: string, key: string): void {
  const draft = drafts.read(place);
  const cached = picturesOf(draft);
  const pictures = cached.filter((picture) => picture.key !== key);
  for (const { key: gone, preview } of cached) if (gone === key) URL.revokeObjectURL(preview);
  drafts.write(place, { ...draft, pictures });
}
