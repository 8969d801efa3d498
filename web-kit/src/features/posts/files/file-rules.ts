import { t } from "@lingui/core/macro";

/** The files of a post, with the server's messages, so that errors appear before an upload. */

export const FILES_MAX = 4;
const BYTES_MAX = 20 * 1024 * 1024;

const TYPES = [
  "application/pdf",
  "text/plain",
  "text/csv",
  "application/zip",
  "application/x-zip-compressed",
];
/** Some systems report no type, or that of a program, for these endings. */
const ENDINGS = [".pdf", ".txt", ".csv", ".zip"];

/** The `accept` attribute of the file input. */
export const FILE_ACCEPT = [...TYPES, ...ENDINGS].join(",");

export const TOO_MANY_FILES = t`A post may have at most 4 files`;

/** The reason why a file cannot be added, or null. The server checks the content. */
export function fileFault(file: File): string | null {
  const name = file.name.toLowerCase();
  const isAccepted = TYPES.includes(file.type) || ENDINGS.some((ending) => name.endsWith(ending));
  if (!isAccepted) return t`Only PDF, text, CSV and ZIP files can be added.`;
  return file.size > BYTES_MAX ? t`A file may have at most 20 MB.` : null;
}
