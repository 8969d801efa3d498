/** The custom properties of a brand's CSS rule, to be set on any element. */
export function customPropertiesOf(css: string): [string, string][] {
  return [...css.matchAll(/(--[\w-]+)\s*:\s*([^;{}]+)/g)].map(([, name = "", value = ""]) => [
    name,
    value.trim(),
  ]);
}

/** Props that apply another brand's colours to an element and its content. */
export const brandStyle = (css: string) => ({
  "data-brand": "preview",
  style: Object.fromEntries(customPropertiesOf(css)),
});
