/** The available time ranges with their labels. */
export const spans = [
  { value: "4", label: "4 weeks" },
  { value: "12", label: "12 weeks" },
  { value: "52", label: "12 months" },
] as const;

export type Span = (typeof spans)[number]["value"];

/** The selected time range and portal. */
export interface Chosen {
  span: Span;
  /** Only activity on this affiliation's portal; null for the whole network. */
  affiliationId: string | null;
}

const unasked: Span = "12";

/** The selection is kept in the address, so that it can be shared. */
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

/** The label of a range, for example "12 weeks". */
export function spanLabel(weeks: number): string {
  return spans.find(({ value }) => value === String(weeks))?.label ?? `${weeks} weeks`;
}
