import { createHash, randomBytes } from "node:crypto";
import type Sqlite from "better-sqlite3";

/** Puts a minted key of this grant into the data, as the keys page will. */
export function addKey(
  sql: Sqlite.Database,
  grant: "api" | "quick_router" | "external_app",
  options: { revoked?: boolean } = {},
): { id: number; token: string } {
  const token = randomBytes(32).toString("hex");
  const digest = createHash("sha256").update(token).digest("hex");
  const now = Date.now();
  const { lastInsertRowid } = sql
    .prepare(
      "INSERT INTO api_keys (name, source, \"grant\", digest, created_at, revoked_at) VALUES (?, 'minted', ?, ?, ?, ?)",
    )
    .run(`${grant}-${token.slice(0, 6)}`, grant, digest, now, options.revoked === true ? now : null);
  return { id: Number(lastInsertRowid), token };
}
