import { readDatabase } from "../../../db/read-only.ts";
import { type BurnQuery, readBurnCells } from "./burn-cells.ts";
import { type CellQuery, readWindow } from "./cells.ts";

export const cells = ({ file, query }: { file: string; query: CellQuery }) =>
  readDatabase(file, (sql) => readWindow(sql, query));

export const burnCells = ({ file, query }: { file: string; query: BurnQuery }) =>
  readDatabase(file, (sql) => readBurnCells(sql, query));
