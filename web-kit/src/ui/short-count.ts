/** A badge's count, limited to the cap. */
export function shortCount(value: number, cap = 99): string {
  return value > cap ? `${cap}+` : String(value);
}

/** A count in running text: 999, then 1k, 1.2k. */
export function roundCount(value: number): string {
  if (value < 1000) return String(value);
  const thousands = Math.floor(value / 100) / 10;
  return `${thousands >= 100 ? Math.floor(thousands) : thousands}k`;
}
