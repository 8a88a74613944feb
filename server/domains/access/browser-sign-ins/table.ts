import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A browser that the owner signed in with a launch link. Only the digests of its cookie and page key are stored. */
export const browserSignIns = sqliteTable(
  "browser_sign_ins",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `app`: the desktop app's own window, whose sign-in ends with the process. */
    kind: text({ enum: ["browser", "app"] }).notNull(),
    cookieDigest: text("cookie_digest").notNull(),
    pageKeyDigest: text("page_key_digest").notNull(),
    browser: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [uniqueIndex("browser_sign_ins_cookie").on(table.cookieDigest)],
);
