/** A part of two versions of a text. */
export interface TextChange {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Products of word counts above this are not compared word by word. */
const COMPARED_MAX = 4_000_000;

/** The differences between two texts, word by word, in the order of the newer text. */
export function textChanges(before: string, after: string): TextChange[] {
  const [older, newer] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < older.length && start < newer.length && older[start] === newer[start]) start += 1;
  let end = 0;
  const shorter = Math.min(older.length, newer.length) - start;
  while (end < shorter && older.at(-1 - end) === newer.at(-1 - end)) end += 1;
  return joined([
    { kind: "same", text: newer.slice(0, start).join("") },
    ...compare(older.slice(start, older.length - end), newer.slice(start, newer.length - end)),
    { kind: "same", text: newer.slice(newer.length - end).join("") },
  ]);
}

/** Words, spaces and signs; a script without spaces counts as one word between two signs. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

/** Keeps the longest common subsequence. */
function compare(older: readonly string[], newer: readonly string[]): TextChange[] {
  const replaced: TextChange[] = [
    { kind: "removed", text: older.join("") },
    { kind: "added", text: newer.join("") },
  ];
  if (older.length * newer.length > COMPARED_MAX) return replaced;
  const width = newer.length + 1;
  const lengths = new Uint16Array((older.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = older.length - 1; row >= 0; row -= 1) {
    for (let column = newer.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        older[row] === newer[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const changes: TextChange[] = [];
  let [row, column] = [0, 0];
  while (row < older.length || column < newer.length) {
    const [old = "", now = ""] = [older[row], newer[column]];
    const isSame = row < older.length && column < newer.length && old === now;
    const isRemoved =
      column >= newer.length ||
      (row < older.length && lengthAt(row + 1, column) >= lengthAt(row, column + 1));
    if (isSame) changes.push({ kind: "same", text: now });
    else if (isRemoved) changes.push({ kind: "removed", text: old });
    else changes.push({ kind: "added", text: now });
    if (isSame || isRemoved) row += 1;
    if (isSame || !isRemoved) column += 1;
  }
  return changes;
}

/** Joins neighbours of one kind. Between two changes, a space alone belongs to both. */
function joined(changes: readonly TextChange[]): TextChange[] {
  const result: TextChange[] = [];
  for (const change of changes) {
    if (change.text === "") continue;
    const last = result.at(-1);
    if (last?.kind === change.kind) last.text += change.text;
    else result.push({ ...change });
  }
  return result;
}
