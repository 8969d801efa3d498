import { wordsOf } from "../../api/client.ts";
import { newKey } from "../../api/new-key.ts";
import type { PostImage } from "../../api/types.ts";
import { toast } from "../../ui/toast-store.ts";
import { fileFault, PICTURE_TYPES } from "../profile/crop.ts";
import { type DraftPicture, drafts, picturesOf } from "./drafts.ts";
import { uploadPicture } from "./queries.ts";

/** The pictures of a draft: each is sent as soon as it is chosen, and stays if the member looks away. */

export const PICTURES_MAX = 4;
export const TOO_MANY_PICTURES = "A post may have at most 4 pictures";

/** How to give up each picture that is on its way. */
const underWay = new Map<string, AbortController>();

/** Takes the files that may be taken, and says why others were not. */
export function addPictures(place: string, communityId: string, files: readonly File[]) {
  const faults = files.map(fileFault);
  const fit = files.filter((_, at) => faults[at] === null);
  const room = Math.max(0, PICTURES_MAX - picturesOf(drafts.read(place)).length);
  for (const file of fit.slice(0, room)) void send(place, communityId, file);
  return faults.find((fault) => fault !== null) ?? (fit.length > room ? TOO_MANY_PICTURES : null);
}

export function removePicture(place: string, key: string): void {
  underWay.get(key)?.abort();
  drop(place, key);
}

/** What is shown in a post becomes part of a draft again. */
export function asDrafted(image: PostImage): DraftPicture {
  return { key: image.id, name: "", preview: image.url, progress: 1, image };
}

/** The pictures among the files that were dropped or pasted. */
export function picturesAmong(files: FileList): File[] {
  return [...files].filter((file) => PICTURE_TYPES.includes(file.type));
}

async function send(place: string, communityId: string, file: File): Promise<void> {
  const key = newKey();
  const preview = URL.createObjectURL(file);
  const giveUp = new AbortController();
  underWay.set(key, giveUp);
  const added: DraftPicture = { key, name: file.name, preview, progress: 0, image: null };
  const draft = drafts.read(place);
  drafts.write(place, { ...draft, pictures: [...picturesOf(draft), added] });
  try {
    const image = await uploadPicture(communityId, file, {
      idempotencyKey: key,
      signal: giveUp.signal,
      onProgress: (progress) => change(place, key, { progress }),
    });
    change(place, key, { image, preview: image.url, progress: 1 });
  } catch (problem) {
    drop(place, key);
    if (!giveUp.signal.aborted) toast.error(wordsOf(problem, "Failed to upload picture"));
  } finally {
    underWay.delete(key);
    URL.revokeObjectURL(preview);
  }
}

function change(place: string, key: string, changes: Partial<DraftPicture>): void {
  const draft = drafts.read(place);
  const pictures = picturesOf(draft);
  if (!pictures.some((picture) => picture.key === key)) return;
  drafts.write(place, {
    ...draft,
    pictures: pictures.map((held) => (held.key === key ? { ...held, ...changes } : held)),
  });
}

function drop(place: string, key: string): void {
  const draft = drafts.read(place);
  const pictures = picturesOf(draft).filter((picture) => picture.key !== key);
  drafts.write(place, { ...draft, pictures });
}
