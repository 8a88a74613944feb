import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { makeTestFolder } from "../support/test-folder.ts";
import { proves } from "./proves.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../../node_modules/.bin/conformance");
const client = fileURLToPath(new URL("../support/connector-client.ts", import.meta.url));

/** The suite begins all its clients at once, and gives each half a minute unless told. */
const clientMs = 100_000;

/** The protocol's own suite for clients, against the parts with which the service signs in to MCP servers. */
async function conformance(suite: string, ...more: string[]): Promise<string> {
  await using folder = await makeTestFolder();
  const { PATH = "" } = process.env;
  const command = `"${process.execPath}" "${client}"`;
  const args = ["client", "--suite", suite, "--command", command, "--timeout", String(clientMs), ...more];
  try {
    const { stdout } = await run(program, args, { cwd: folder.path, env: { PATH, HOME: folder.path } });
    return stdout;
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

const summaryOf = (report: string): string => report.slice(report.indexOf("SUITE SUMMARY"));

describe("the connector", () => {
  proves("R139")(
    "signs in as the protocol says, to servers of every kind",
    async () => {
      const summary = summaryOf(await conformance("auth"));
      expect(summary).toMatch(/Total: \d{3} passed, 0 failed, 0 warnings/);
      expect(summary.match(/✓ auth\//g)).toHaveLength(14);
    },
    180_000,
  );

  proves("R139")(
    "takes codes from the issuer it asked alone, and moves when a server's issuer changes",
    async () => {
      const expected = join(import.meta.dirname, "mcp-conformance/connector-draft.yml");
      const summary = summaryOf(await conformance("draft", "--expected-failures", expected));
      expect(summary.match(/✓ auth\//g)).toHaveLength(11);
      expect(summary).toContain("Baseline check passed");
    },
    180_000,
  );

  proves("R139")(
    "signs in to servers of the protocol's first revision",
    async () => {
      expect(summaryOf(await conformance("backcompat"))).toMatch(/Total: \d+ passed, 0 failed, 0 warnings/);
    },
    120_000,
  );
});
