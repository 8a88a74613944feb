import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Models that the owner added to those the runtimes come with. */
export const addedModels = sqliteTable(
  "added_models",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    runtime: text().notNull(),
    /** Exactly as the CLI expects it. */
    modelId: text("model_id").notNull(),
    label: text().notNull(),
    requiresOauth: integer("requires_oauth", { mode: "boolean" }).notNull(),
    /** Null if the CLI could not be asked. */
    cliListed: integer("cli_listed", { mode: "boolean" }),
    cliVersion: text("cli_version"),
    cliNote: text("cli_note"),
    addedVia: text("added_via", { enum: ["web_ui", "api"] }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("added_models_runtime_model").on(table.runtime, table.modelId)],
);
