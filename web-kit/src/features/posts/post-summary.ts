import { plural } from "@lingui/core/macro";
import type { Post } from "../../api/types.ts";
import { plainText } from "../../content/markup.ts";
import { excerptOrNoText } from "./post-excerpt.ts";

/** A post on one line: its text, or what it has instead. */
export function postSummary({ content, images }: Pick<Post, "content" | "images">): string {
  if (content === "" && images.length > 0) {
    return plural(images.length, { one: "# picture", other: "# pictures" });
  }
  return excerptOrNoText(plainText(content));
}
