import { t } from "@lingui/core/macro";

/** The beginning of a post's text; a post without text has pictures or files. */
export function excerptOrAttachment(excerpt: string): string {
  return excerpt === "" ? t`Attachment` : excerpt;
}
