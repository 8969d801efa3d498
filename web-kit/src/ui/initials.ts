/**
 * Two letters for a person without a picture, from the names or the email address; "U" if both are
 * empty.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0] ?? "";
  if (first === "") return "U";
  const last = words.length > 1 ? words.at(-1) : undefined;
  const letters = last === undefined ? leading(first, 2) : leading(first, 1) + leading(last, 1);
  return letters.toUpperCase();
}

// Counts code points, since half a surrogate pair would be shown as a box.
function leading(word: string, count: number): string {
  return Array.from(word).slice(0, count).join("");
}
