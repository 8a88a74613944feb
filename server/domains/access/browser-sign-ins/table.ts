import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A browser that the owner signed in with a launch link. Of its cookie only the digest is stored, of its page key the public half. */
export const browserSignIns = sqliteTable(
  "browser_sign_ins",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `app`: the desktop app's own window, whose sign-in ends with the process. */
    kind: text({ enum: ["browser", "app"] }).notNull(),
    cookieDigest: text("cookie_digest").notNull(),
    /** Null until the page has its key, and for sign-ins of versions that had none, which have ended. */
    publicKey: text("public_key"),
    /** Where the key is valid: host and port. */
    keyPlace: text("key_place"),
    browser: text().notNull(),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [uniqueIndex("browser_sign_ins_cookie").on(table.cookieDigest)],
);
