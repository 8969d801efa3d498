/** The page's headings that skip a level, as axe's rule `heading-order` finds them. */
export function skippedHeadings(): string[] {
  let above = 0;
  const skipped: string[] = [];
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const level = Number(heading.tagName.slice(1));
    if (above > 0 && level > above + 1) skipped.push(`h${above} > ${heading.outerHTML}`);
    above = level;
  }
  return skipped;
}
