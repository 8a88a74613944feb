import { isMet, type Measurement, ratioOf } from "./measurement.ts";

const heading = ["figure", "measured", "reference", "ratio", "goal", "met", "reference is"];

/** The measurements as aligned columns of text. */
export function table(measurements: readonly Measurement[]): string {
  const rows = [heading, ...measurements.map(cells)];
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column > 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => "-".repeat(width)).join("  "));
  return lines.join("\n");
}

function cells(measurement: Measurement): string[] {
  const { figure, unit, measured, reference, against, goal, note } = measurement;
  const ratio = ratioOf(measurement);
  const met = isMet(measurement);
  return [
    figure,
    measured === null ? "not measured" : `${readable(measured)} ${unit}`,
    reference === null ? "" : readable(reference),
    ratio === null ? "" : ratio.toFixed(2),
    goal ? `${goal.on === "ratio" ? "ratio " : ""}${goal.bound} ${goal.value}` : "",
    met === null ? "" : met ? "yes" : "NO",
    note ?? against,
  ];
}

const readable = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
