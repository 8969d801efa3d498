/** Rows as comma-separated values, to be kept as a file. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  return new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" });
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join(",")).join("\r\n");
}

/** Quoted, and never taken for a formula by the sheet that opens it. */
function quoted(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${plain.replaceAll('"', '""')}"`;
}
