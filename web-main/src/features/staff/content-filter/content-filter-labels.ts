import { t } from "@lingui/core/macro";
import type { ContentFilter } from "@guildhall/web-kit/api/types.ts";
import type { Choice } from "@guildhall/web-kit/ui/choices.tsx";

export const CONTENT_FILTERS: Record<ContentFilter, string> = {
  strict: t({ message: "Strict", context: "content filter" }),
  relaxed: t({ message: "Relaxed", context: "content filter" }),
};

/** What each filter does. */
export function contentFilterChoices(): Choice[] {
  return [
    {
      value: "strict",
      title: CONTENT_FILTERS.strict,
      text: t`Refuses scripts, database statements, and characters that commands are made of, such as ; | and &&.`,
    },
    {
      value: "relaxed",
      title: CONTENT_FILTERS.relaxed,
      text: t`Refuses scripts and other executable markup only. Members can write about code, commands and databases.`,
    },
  ];
}
