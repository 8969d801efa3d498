import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { formatNumber } from "../../../language/format.ts";
import { countWords } from "../../../content/word-count.ts";
import { WORDS_MAX } from "../rules.ts";

/** Word counter that turns red at the limit. */
export function WordCounter({ content }: { content: string }) {
  const used = countWords(content).words;
  const [count, most] = [formatNumber(used), formatNumber(WORDS_MAX)];
  return (
    <span
      className={clsx("text-12 tabular-nums", used > WORDS_MAX ? "text-danger-text" : "text-ink-3")}
    >
      {t`${count} / ${most} words`}
    </span>
  );
}
