/** The rows as a CSV file. */
export function csvFile(rows: readonly (readonly string[])[]): Blob {
  return new Blob([csvOf(rows)], { type: "text/csv;charset=utf-8" });
}

export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join(",")).join("\r\n");
}

/** Quotes the value, and keeps spreadsheets from interpreting it as a formula. */
function quoted(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${plain.replaceAll('"', '""')}"`;
}
