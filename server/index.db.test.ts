import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { silentLog } from "../test/support/database.ts";
import { makeTestFolder, type TestFolder } from "../test/support/test-folder.ts";
import { lockDataFolder } from "./db/lock.ts";
import { startService } from "./index.ts";

const start = (folder: TestFolder, environment: Record<string, string> = {}) =>
  startService({
    environment: { HOME: folder.path, SERVICE_DATA_DIR: folder.path, SERVICE_PORT: "0", ...environment },
    log: silentLog,
  });

describe("startService", () => {
  it("answers until it is closed, and can then be started again on the same folder", async () => {
    await using folder = await makeTestFolder();
    const first = await start(folder);
    expect((await fetch(`${first.url}/up`)).status).toBe(200);
    expect(first.status()).toEqual({
      running: 0,
      waiting: 0,
      needsInput: 0,
      paused: null,
      pools: [],
      needingInput: [],
      budgetWarnings: [],
    });
    await expect(start(folder)).rejects.toThrow(/Another Signalbox is using/);
    await Promise.all([first.close(), first.close()]);
    await expect(fetch(`${first.url}/up`)).rejects.toThrow();
    await (await start(folder)).close();
  });

  it("releases the folder when its database cannot be opened", async () => {
    await using folder = await makeTestFolder();
    await writeFile(folder.at("signalbox.db"), "no database at all, ".repeat(100));
    await expect(start(folder)).rejects.toThrow(/does not begin like a database/);
    lockDataFolder(folder.path).release();
  });

  it("reports no status after the close, whatever changed just before", async () => {
    await using folder = await makeTestFolder();
    const service = await start(folder, { API_KEYS: "a-key" });
    const told: unknown[] = [];
    service.onStatus((status) => told.push(status));
    const created = await fetch(`${service.url}/api/v1/sessions`, {
      method: "POST",
      headers: { "x-api-key": "a-key", "content-type": "application/json" },
      body: JSON.stringify({ git_root: "/nowhere/repository" }),
    });
    expect(created.status).toBe(201);
    const closing = service.close();
    // A slow request leaves time for what the start changed.
    const before = told.length;
    await closing;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(told).toHaveLength(before);
  });

  it("names the port that is in use, and releases the folder", async () => {
    await using folder = await makeTestFolder();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start(folder, { SERVICE_PORT: String(port) })).rejects.toThrow(
      `Another program is using 127.0.0.1:${port}. Set SERVICE_PORT`,
    );
    lockDataFolder(folder.path).release();
    await new Promise((resolve) => void other.close(resolve));
  });
});
