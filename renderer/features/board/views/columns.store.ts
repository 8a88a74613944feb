import { create } from "zustand";
import { readStored, storageKeys, writeStored } from "../../../lib/storage-keys.ts";
import { type ColumnName, columnNames, toggleColumn } from "./columns.ts";

const stored = (): readonly ColumnName[] => {
  const names = readStored(storageKeys.boardColumns);
  return columnNames.filter((name) => names.includes(name));
};

/** The columns of the table, kept in this browser. */
export const useColumns = create<{ columns: readonly ColumnName[] }>()(() => ({ columns: stored() }));

export function toggleStoredColumn(name: ColumnName): void {
  const columns = toggleColumn(useColumns.getState().columns, name);
  useColumns.setState({ columns });
  writeStored(storageKeys.boardColumns, columns);
}
