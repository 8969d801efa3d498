/** The custom properties of a brand's rule, to be set on any element. */
export function propertiesIn(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+)\s*:\s*([^;{}]+)/g)].map(([, name = "", value = ""]) => [
    name,
    value.trim(),
  ]);
}

/** Lets an element of one page, and what is in it, wear the colours of another brand. */
export const inBrand = (css: string) => ({
  "data-brand": "preview",
  style: Object.fromEntries(propertiesIn(css)),
});
