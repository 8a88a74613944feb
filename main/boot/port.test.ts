import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { preferredPort, rememberPort } from "./port.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-port-"));
const file = join(folder, "port.json");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function listening() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port");
  return { port: address.port, close: () => new Promise((resolve) => server.close(resolve)) };
}

it("prefers the remembered port if it is free, else any port", async () => {
  const { port, close } = await listening();
  await rememberPort(file, `http://127.0.0.1:${port}`);

  expect(await preferredPort(file)).toBe(0);
  await close();
  expect(await preferredPort(file)).toBe(port);
});

it.each([["not JSON"], ["null"], ['{"port":80}'], ['{"port":70000}'], ['{"port":"4321"}']])(
  "asks for any port when it remembers %s",
  async (text) => {
    writeFileSync(file, text);

    expect(await preferredPort(file)).toBe(0);
  },
);
