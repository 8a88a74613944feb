import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./server/compose/schema.ts",
  out: "./migrations",
});
