import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { consent, formBrowser, loopbackCallback, registerClient } from "../support/oauth.ts";
import { startTestService } from "../support/service.ts";
import { proves } from "./proves.ts";

const bin = join(import.meta.dirname, "../../node_modules/.bin/conformance");

/** Runs the suite for authorization servers; it prints an address for a browser and waits for the answer there. */
async function runSuite(args: readonly string[], browse: (url: URL) => Promise<void>) {
  const suite = spawn(bin, ["authorization", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  let opened: Promise<void> | undefined;
  const read = (chunk: Buffer): void => {
    printed += chunk.toString();
    const url = /http:\/\/127\.0\.0\.1:\d+\/\S*authorize\?\S+(?=\n)/.exec(printed)?.[0];
    // It prints the address before it listens for what comes back.
    if (url !== undefined && printed.includes("Callback server started"))
      opened ??= browse(new URL(url)).catch((error: unknown) => void (printed += String(error)));
  };
  suite.stdout.on("data", read);
  suite.stderr.on("data", read);
  try {
    const code = await new Promise<number | null>((resolve) => suite.on("close", resolve));
    await opened;
    return { code, printed };
  } finally {
    suite.kill();
  }
}

proves(
  "E164",
  "E167",
  "E168",
  "E169",
)(
  "the conformance suite finds nothing wrong with the authorization server",
  async () => {
    await using service = await startTestService();
    const clientId = await registerClient(service);
    const { port } = new URL(loopbackCallback);
    const args = [
      "--url",
      service.url,
      "--client-id",
      clientId,
      "--port",
      port,
      "--resource",
      `${service.url}/mcp`,
    ];
    const { code, printed } = await runSuite([...args, "--spec-version", "2026-07-28"], async (url) => {
      const back = await consent(formBrowser(service), url);
      await (await fetch(back)).text();
    });
    expect(printed).not.toMatch(/FAIL|✗/);
    expect(printed).toMatch(/3 passed|3\/3/);
    expect(code, printed).toBe(0);
  },
  60_000,
);
