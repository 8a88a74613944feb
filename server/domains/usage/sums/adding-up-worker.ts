import { readDatabase } from "../../../db/read-only.ts";
import { addUpHours, type HoursQuery } from "./hours.ts";

export const hours = ({ file, query }: { file: string; query: HoursQuery }) =>
  readDatabase(file, (sql) => addUpHours(sql, query));
