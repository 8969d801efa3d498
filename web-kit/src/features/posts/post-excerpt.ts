import { t } from "@lingui/core/macro";

/** The beginning of a post; a post with pictures or files may have no text. */
export function excerptOrNoText(excerpt: string): string {
  return excerpt === "" ? t`A post without text` : excerpt;
}
