import type { Poll } from "../../../api/types.ts";

const ROW = 44;
const TEXT_LINE = 20;
/** Typical characters per line of an option on a phone. */
const LINE_CHARACTERS = 36;
/** Frame, buttons and facts. */
const REST = 96;

/** Estimated height of a poll in pixels, the same for the form and the results. */
export function pollHeight({
  options,
}: {
  options: readonly Pick<Poll["options"][number], "text">[];
}) {
  const rows = options.map(({ text }) => {
    const lines = Math.max(1, Math.ceil(text.length / LINE_CHARACTERS));
    return ROW + (lines - 1) * TEXT_LINE;
  });
  return REST + rows.reduce((sum, height) => sum + height, 0);
}
