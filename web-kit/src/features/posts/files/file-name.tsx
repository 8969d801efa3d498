/** Characters at the end of a long name that stay visible: its ending and what precedes it. */
const TAIL = 9;

/**
 * A file name in one line. If it is too long, its middle is cut, so that its ending stays visible.
 * Its two parts are hidden from screen readers, which need the whole name from a label.
 */
export function FileName({ name }: { name: string }) {
  const characters = Array.from(name);
  const cut = characters.length > 2 * TAIL ? characters.length - TAIL : characters.length;
  return (
    <bdi aria-hidden title={name} className="flex min-w-0 font-medium">
      <span className="truncate whitespace-pre">{characters.slice(0, cut).join("")}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(cut).join("")}</span>
    </bdi>
  );
}
