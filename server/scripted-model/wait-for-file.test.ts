import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { waitForFile } from "./wait-for-file.ts";

it("resolves at once for a file that exists", async () => {
  await expect(waitForFile(fileURLToPath(import.meta.url), AbortSignal.abort())).resolves.toBeUndefined();
});

it("rejects when its signal is aborted", async () => {
  const client = new AbortController();
  const waiting = waitForFile("/nowhere/at/all", client.signal);
  client.abort();
  await expect(waiting).rejects.toThrow("aborted");
});
