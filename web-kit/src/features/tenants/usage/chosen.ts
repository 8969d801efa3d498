/** The spans that can be asked for, and what they are called. */
export const spans = [
  { value: "4", label: "4 weeks" },
  { value: "12", label: "12 weeks" },
  { value: "52", label: "12 months" },
] as const;

export type Span = (typeof spans)[number]["value"];

/** What is looked at. */
export interface Chosen {
  span: Span;
  /** Only what was done at this affiliation's portal; null is everywhere. */
  affiliationId: string | null;
}

const unasked: Span = "12";

/** What is looked at stands in the address, so that it can be shared and found again. */
export function chosenIn(search: URLSearchParams): Chosen {
  const asked = spans.find(({ value }) => value === search.get("weeks"));
  return { span: asked?.value ?? unasked, affiliationId: search.get("affiliation") };
}

export function searchOf({ span, affiliationId }: Chosen): URLSearchParams {
  const search = new URLSearchParams();
  if (affiliationId !== null) search.set("affiliation", affiliationId);
  if (span !== unasked) search.set("weeks", span);
  return search;
}

/** "12 weeks", as the choice of it says. */
export function spanLabel(weeks: number): string {
  return spans.find(({ value }) => value === String(weeks))?.label ?? `${weeks} weeks`;
}
