import { plural } from "@lingui/core/macro";
import { EyeOff } from "lucide-react";
import { formatNumber } from "../../../language/format.ts";

/** The line above the first readable post of a member who joined later. */
export function HiddenPosts({ count }: { count: number }) {
  const posts = formatNumber(count);
  return (
    <p className="flex items-center justify-center gap-2 py-3 text-center text-12 text-ink-3">
      <EyeOff size={14} aria-hidden className="shrink-0" />
      {plural(count, {
        one: `${posts} earlier post is hidden because it was written before you joined.`,
        other: `${posts} earlier posts are hidden because they were written before you joined.`,
      })}
    </p>
  );
}
