/** Finds the innermost element with this text, even if child elements split it. */
export function wholeText(words: string | RegExp) {
  const has = ({ textContent }: Element) =>
    typeof words === "string" ? textContent === words : words.test(textContent);
  return (_own: string, element: Element | null): boolean =>
    element !== null && has(element) && ![...element.children].some(has);
}
