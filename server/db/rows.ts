import { getTableColumns, type Table } from "drizzle-orm";

/**
 * The select list and row reader of a table for handwritten statements: several times as fast as the query builder, with
 * the same names and types as `$inferSelect`.
 */
export function rowsOf<Row extends object>(table: Table): { columns: string; read(raw: unknown): Row } {
  const columns = Object.entries(getTableColumns(table));
  const booleans = columns.filter(([, column]) => column.dataType === "boolean").map(([key]) => key);
  const decoded = columns.filter(([, column]) => column.dataType === "custom");
  return {
    columns: columns.map(([key, column]) => `"${column.name}" AS "${key}"`).join(", "),
    read(raw) {
      const row = raw as Record<string, unknown>;
      for (const key of booleans) if (row[key] !== null) row[key] = row[key] === 1;
      for (const [key, column] of decoded)
        if (row[key] !== null) row[key] = column.mapFromDriverValue(row[key]);
      return row as Row;
    },
  };
}
