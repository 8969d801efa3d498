import { t } from "@lingui/core/macro";
import { Bold, Heading, Italic, Link, List, ListOrdered, TextQuote } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { ArticleFormat } from "./format.ts";

const FORMATS: readonly { format: ArticleFormat; label: string; Icon: typeof Bold }[] = [
  { format: "heading", label: t`Heading`, Icon: Heading },
  { format: "bold", label: t`Bold`, Icon: Bold },
  { format: "italic", label: t`Italic`, Icon: Italic },
  { format: "list", label: t`List`, Icon: List },
  { format: "numbers", label: t`Numbered list`, Icon: ListOrdered },
  { format: "quote", label: t`Quote`, Icon: TextQuote },
  { format: "link", label: t`Link`, Icon: Link },
];

/** Buttons that insert Markdown. */
export function Toolbar({ onFormat }: { onFormat: (format: ArticleFormat) => void }) {
  return (
    <div role="toolbar" aria-label={t`Formatting`} className="flex flex-wrap gap-0.5">
      {FORMATS.map(({ format, label, Icon }) => (
        <IconButton
          key={format}
          label={label}
          icon={<Icon size={16} aria-hidden />}
          onClick={() => onFormat(format)}
        />
      ))}
    </div>
  );
}
