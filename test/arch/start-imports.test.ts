import { expect, it } from "vitest";
import { loadedWith, workerFiles } from "./process-imports.ts";
import { filesBelow, textOf } from "./tree.ts";

/** Packages that only some of the work needs. Each is imported when that work comes, so that an idle service is small. */
const late = [
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "@opentelemetry/api",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/sdk-trace-node",
  "@slack/web-api",
  "otpauth",
  "piscina",
  "prom-client",
  "selfsigned",
  "yauzl",
  "zod-openapi",
];

const files = filesBelow("server").filter((file) => file.endsWith(".ts"));
const sources = Object.fromEntries(files.map((file) => [file, textOf(file)]));

it("starts the service without the packages that only some of its work needs", () => {
  const loaded = loadedWith(sources, "server/index.ts");

  expect(loaded.has("server/compose.ts")).toBe(true);
  expect(loaded.has("express")).toBe(true);
  expect(late.filter((name) => loaded.has(name))).toEqual([]);
  expect(loaded.has("server/http/openapi.ts")).toBe(true);
  expect(loaded.has("server/http/openapi-examples.json")).toBe(false);
});

it("starts threads without drizzle, and most without zod: each has hundreds of files", () => {
  const threadsWith = (name: string) =>
    workerFiles(sources).filter((file) => [...loadedWith(sources, file)].some((one) => one.startsWith(name)));

  // One small file, to read the migrations.
  expect(threadsWith("drizzle-orm")).toEqual(["server/domains/installation/backups/worker.ts"]);
  expect(threadsWith("zod")).toEqual([
    "server/domains/installation/data-folder/measuring-worker.ts",
    "server/domains/installation/data-folder/record-worker.ts",
    "server/domains/transcripts/subagents/reading-worker.ts",
    "server/domains/usage/costs/cost-worker.ts",
  ]);
});
