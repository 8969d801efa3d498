import type { LegalDocument } from "../../api/types.ts";
import { formatDate } from "../../ui/time.ts";

/** The text of a legal document, sanitised by the server. */
export function LegalText({
  document,
  className,
}: {
  document: LegalDocument;
  className?: string;
}) {
  // The server sanitises the HTML, and the Content Security Policy blocks inline scripts.
  return <div className={className} dangerouslySetInnerHTML={{ __html: document.html }} />;
}

export function legalDate(document: LegalDocument): string {
  if (document.isPlaceholder) return "Not published yet";
  return document.effectiveDate
    ? `Effective ${formatDate(document.effectiveDate)}`
    : `Last updated ${formatDate(document.lastUpdated)}`;
}
