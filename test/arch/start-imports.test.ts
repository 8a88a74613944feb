import { expect, it } from "vitest";
import { loadedWith } from "./process-imports.ts";
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
];

it("starts the service without the packages that only some of its work needs", () => {
  const files = filesBelow("server").filter((file) => file.endsWith(".ts"));
  const sources = Object.fromEntries(files.map((file) => [file, textOf(file)]));
  const loaded = loadedWith(sources, "server/index.ts");

  expect(loaded.has("server/compose.ts")).toBe(true);
  expect(loaded.has("express")).toBe(true);
  expect(late.filter((name) => loaded.has(name))).toEqual([]);
});
