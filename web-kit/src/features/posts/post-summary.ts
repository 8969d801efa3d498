import { plural } from "@lingui/core/macro";
import type { Post } from "../../api/types.ts";
import { plainText } from "../../content/markup.ts";
import { excerptOrNoText } from "./post-excerpt.ts";

/** A post on one line: its text, or what it has instead. */
export function postSummary(post: Pick<Post, "content" | "images" | "files">): string {
  const { content, images, files } = post;
  if (content === "" && images.length > 0) {
    return plural(images.length, { one: "# picture", other: "# pictures" });
  }
  if (content === "" && files.length > 0) {
    return plural(files.length, { one: "# file", other: "# files" });
  }
  return excerptOrNoText(plainText(content));
}
