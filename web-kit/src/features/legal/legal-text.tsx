import type { LegalDocument } from "../../api/types.ts";
import { formatDate } from "../../ui/time.ts";

/** The text itself, as the server cleaned it. */
export function LegalText({
  document,
  className,
}: {
  document: LegalDocument;
  className?: string;
}) {
  // The server lets only harmless tags through, and the page's policy runs no inline script.
  return <div className={className} dangerouslySetInnerHTML={{ __html: document.html }} />;
}

export function legalDate(document: LegalDocument): string {
  if (document.isPlaceholder) return "Not published yet";
  return document.effectiveDate
    ? `Effective ${formatDate(document.effectiveDate)}`
    : `Last updated ${formatDate(document.lastUpdated)}`;
}
