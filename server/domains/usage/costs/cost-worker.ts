import { readDatabase } from "../../../db/read-only.ts";
import { type BurnQuery, readBurnCells, readSpentCells, type SpentQuery } from "./burn-cells.ts";
import { encodedSums } from "./encoded-sums.ts";
import { type RecordRead, readRecords } from "./records.ts";
import type { ReportQuery } from "./roll-up.ts";
import { readTotal, type TotalQuery } from "./window-total.ts";

export const sums = ({ file, query }: { file: string; query: ReportQuery }) =>
  readDatabase(file, (sql) => encodedSums(sql, query));

export const burnCells = ({ file, query }: { file: string; query: BurnQuery }) =>
  readDatabase(file, (sql) => readBurnCells(sql, query));

export const spentCells = ({ file, query }: { file: string; query: SpentQuery }) =>
  readDatabase(file, (sql) => readSpentCells(sql, query));

export const records = ({ file, read }: { file: string; read: RecordRead }) =>
  readDatabase(file, (sql) => readRecords(sql, read));

export const total = ({ file, query }: { file: string; query: TotalQuery }) =>
  readDatabase(file, (sql) => readTotal(sql, query));
