import { customType } from "drizzle-orm/sqlite-core";
import type { JsonCodec } from "./json-codec.ts";

/** A text column that gives and takes values, in queries of drizzle as in rows that `rowsOf` and `writesOf` handle. */
export const jsonColumn = <Value>(name: string, { decode, encode }: JsonCodec<Value>) =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => "text",
    fromDriver: decode,
    toDriver: encode,
  })(name);
