import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Sql } from "./open.ts";

/** What SQLite calls the mode in which `incremental_vacuum` shortens the file. */
const incremental = 2;
/** Rewriting more than this would delay the start noticeably, and SQLite has the copy in memory meanwhile. */
const mostBytesToRewrite = 64 * 1024 ** 2;
/** Left in the file for what comes next. */
export const keptPages = 256;

const read = (sql: Sql, pragma: string): number => Number(sql.pragma(pragma, { simple: true }));

/** Whether `giveBackPages` can shorten the file. */
export const canGiveBack = (sql: Sql): boolean => read(sql, "auto_vacuum") === incremental;

/**
 * Rewrites a file of an older version once, so that it can give back free pages. It is one transaction: killed half-way, the
 * file is as it was. A large file, or one without space beside it, stays as it is and uses its free pages again.
 */
export function rewriteOnce(sql: Sql): "done" | "not_needed" | "too_large" {
  if (canGiveBack(sql)) return "not_needed";
  const bytes = read(sql, "page_count") * read(sql, "page_size");
  if (bytes > mostBytesToRewrite || freeBytes(sql) < 3 * bytes) return "too_large";
  sql.pragma("auto_vacuum = INCREMENTAL");
  sql.exec("VACUUM");
  return "done";
}

function freeBytes({ name, memory }: Sql): number {
  if (memory) return Number.POSITIVE_INFINITY;
  const { bavail, bsize } = statfsSync(dirname(name));
  return bavail * bsize;
}

/** Shortens the file by up to this many pages. Returns how many more it can give back. */
export function giveBackPages(sql: Sql, most: number): number {
  const spare = (): number => Math.max(0, read(sql, "freelist_count") - keptPages);
  const pages = Math.min(spare(), most);
  if (pages > 0) sql.pragma(`incremental_vacuum(${pages})`);
  return spare();
}
