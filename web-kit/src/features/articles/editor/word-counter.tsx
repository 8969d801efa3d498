import { locale } from "../../../language/format.ts";
import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { countWords } from "../../../content/word-count.ts";
import { WORDS_MAX } from "../rules.ts";

const number = new Intl.NumberFormat(locale());

/** Word counter that turns red at the limit. */
export function WordCounter({ content }: { content: string }) {
  const used = countWords(content).words;
  return (
    <span
      className={clsx("text-12 tabular-nums", used > WORDS_MAX ? "text-danger-text" : "text-ink-3")}
    >
      {t`${number.format(used)} / ${number.format(WORDS_MAX)} words`}
    </span>
  );
}
