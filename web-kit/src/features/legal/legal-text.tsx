import { t } from "@lingui/core/macro";
import type { LegalDocument } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
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

/** The portal's own text below that of the platform (P-03). */
export function LegalAddition({
  document,
  className,
}: {
  document: LegalDocument;
  className?: string;
}) {
  const { brand } = useBoot();
  if (!document.addition) return null;
  return (
    <section
      aria-label={t`Added by ${{ site: brand.name }}`}
      className="mt-10 border-t border-line pt-6"
    >
      <h2 className="mb-4 text-16 font-semibold">{t`Added by ${{ site: brand.name }}`}</h2>
      {/* The server lets only harmless tags through, and the page's policy runs no inline script. */}
      <div className={className} dangerouslySetInnerHTML={{ __html: document.addition.html }} />
    </section>
  );
}

/** Only the placeholder for a text that the operator has still to publish. */
export function isUnpublished(document: LegalDocument): boolean {
  return document.isPlaceholder && !document.addition;
}

export function legalDate(document: LegalDocument): string {
  if (document.isPlaceholder) return t`Not published yet`;
  return document.effectiveDate
    ? t`Effective ${{ date: formatDate(document.effectiveDate) }}`
    : t`Last updated ${{ date: formatDate(document.lastUpdated) }}`;
}
