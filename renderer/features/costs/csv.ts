export type CsvCell = string | number | null;

/** A spreadsheet would run what begins with one of these as a formula. */
const formula = /^[=+\-@\t\r]/;

function cellText(cell: CsvCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180). */
export const csvOf = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [columns, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");

/** Has the browser save a text as a file. */
export function saveCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
