import { Bold, Heading, Italic, Link, List, ListOrdered, TextQuote } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { ArticleFormat } from "./format.ts";

const FORMATS: readonly { format: ArticleFormat; label: string; Icon: typeof Bold }[] = [
  { format: "heading", label: "Heading", Icon: Heading },
  { format: "bold", label: "Bold", Icon: Bold },
  { format: "italic", label: "Italic", Icon: Italic },
  { format: "list", label: "List", Icon: List },
  { format: "numbers", label: "Numbered list", Icon: ListOrdered },
  { format: "quote", label: "Quote", Icon: TextQuote },
  { format: "link", label: "Link", Icon: Link },
];

/** Buttons that insert Markdown. */
export function Toolbar({ onFormat }: { onFormat: (format: ArticleFormat) => void }) {
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-0.5">
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
