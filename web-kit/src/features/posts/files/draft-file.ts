import type { PostFile } from "../../../api/types.ts";

/** A file for a post: uploaded, being uploaded, or refused. */
export interface DraftFile {
  key: string;
  name: string;
  /** In bytes. */
  size: number;
  /** Upload progress from 0 to 1. */
  progress: number;
  /** The reason why the upload failed. */
  fault: string | null;
  /** The chosen file; null for one that came back from the server. */
  file: File | null;
  /** The stored file, once the upload has finished. */
  stored: PostFile | null;
}

const NO_FILES: readonly DraftFile[] = [];

export function filesOf(draft: { files?: readonly DraftFile[] }): readonly DraftFile[] {
  return draft.files ?? NO_FILES;
}
