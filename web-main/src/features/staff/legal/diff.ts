export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

const isSameLine = (text: string): DiffLine => ({ kind: "same", text });

/**
 * A line diff by the longest common subsequence: common lines, and lines that were removed or
 * added.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const was = before.split("\n");
  const is = after.split("\n");
  let head = 0;
  while (head < was.length && head < is.length && was[head] === is[head]) head += 1;
  let tail = 0;
  while (
    tail < was.length - head &&
    tail < is.length - head &&
    was[was.length - 1 - tail] === is[is.length - 1 - tail]
  ) {
    tail += 1;
  }
  return [
    ...was.slice(0, head).map(isSameLine),
    ...diffMiddle(was.slice(head, was.length - tail), is.slice(head, is.length - tail)),
    ...was.slice(was.length - tail).map(isSameLine),
  ];
}

function diffMiddle(was: readonly string[], is: readonly string[]): DiffLine[] {
  // `common[i][j]`: length of the longest common subsequence of the lines from i and from j.
  const common = Array.from({ length: was.length + 1 }, () => new Uint32Array(is.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = was.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    if (row === undefined) continue;
    for (let j = is.length - 1; j >= 0; j -= 1) {
      row[j] = was[i] === is[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < was.length || j < is.length) {
    const [old, fresh] = [was[i], is[j]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: "same", text: old });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "removed", text: old });
      i += 1;
    } else {
      lines.push({ kind: "added", text: fresh ?? "" });
      j += 1;
    }
  }
  return lines;
}

export interface Hunk {
  /** Number of unchanged lines omitted before the hunk. */
  hidden: number;
  lines: DiffLine[];
}

/** Changed lines with a few lines of context. */
export function hunksOf(lines: readonly DiffLine[], around = 2): Hunk[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== "same"),
  );
  const hunks: Hunk[] = [];
  let hidden = 0;
  let open: Hunk | null = null;
  for (const [at, line] of lines.entries()) {
    if (near[at] !== true) {
      hidden += 1;
      open = null;
      continue;
    }
    if (open === null) {
      open = { hidden, lines: [] };
      hunks.push(open);
      hidden = 0;
    }
    open.lines.push(line);
  }
  return hunks;
}
