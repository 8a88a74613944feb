import { readableText, shortened } from "../../lib/character-rules.ts";

/** Columns of text, each as wide as its widest cell; the last takes what is left of the line. */
export function table(rows: readonly (readonly string[])[], width = process.stdout.columns ?? 120): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const cells = rows.map((row) => row.map((cell) => readableText(cell, 500)));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(0, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const last = Math.max(20, width - before);
  return cells
    .map((row) =>
      row
        .map((cell, at) => (at === columns - 1 ? shortened(cell, last) : cell.padEnd(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
