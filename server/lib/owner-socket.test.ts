import { stat, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { askOwnerSocket, listenOnOwnerSocket, ownerSocketPath } from "./owner-socket.ts";

const echo = async (request: unknown): Promise<object> => ({ asked: request });

describe("the owner's socket", () => {
  it("answers one request per connection", async () => {
    await using folder = await makeTestFolder();
    const path = ownerSocketPath(folder.at("data"));
    const socket = await listenOnOwnerSocket(path, echo);
    try {
      expect(await askOwnerSocket(path, { kind: "launch_link" })).toEqual({ asked: { kind: "launch_link" } });
    } finally {
      socket.close();
    }
  });

  it("can be opened by its owner only", async ({ skip }) => {
    if (process.platform === "win32") skip("Windows has no such modes");
    await using folder = await makeTestFolder();
    const path = ownerSocketPath(folder.at("data"));
    const socket = await listenOnOwnerSocket(path, echo);
    try {
      const modes = await Promise.all(
        [dirname(path), path].map(async (file) => (await stat(file)).mode & 0o777),
      );
      expect(modes).toEqual([0o700, 0o600]);
    } finally {
      socket.close();
    }
  });

  it("replaces the socket of a process that was killed", async () => {
    await using folder = await makeTestFolder();
    const path = ownerSocketPath(folder.at("data"));
    (await listenOnOwnerSocket(path, echo)).close();
    await writeFile(path, "");
    const socket = await listenOnOwnerSocket(path, echo);
    expect(await askOwnerSocket(path, {})).toEqual({ asked: {} });
    socket.close();
  });

  it("says that nothing is running", async () => {
    await using folder = await makeTestFolder();
    await expect(askOwnerSocket(ownerSocketPath(folder.at("data")), {})).rejects.toMatchObject({
      code: "ENOENT",
    });
  });

  it.each([
    ["what is not JSON", "nonsense\n"],
    ["a line that never ends", "x".repeat(70_000)],
  ])("closes the connection on %s, and answers the next one", async (_title, sent) => {
    await using folder = await makeTestFolder();
    const path = ownerSocketPath(folder.at("data"));
    const socket = await listenOnOwnerSocket(path, echo);
    try {
      const connection = createConnection(path);
      const closed = new Promise((resolve) => connection.on("error", () => {}).once("close", resolve));
      connection.write(sent);
      await closed;
      expect(await askOwnerSocket(path, {})).toEqual({ asked: {} });
    } finally {
      socket.close();
    }
  });

  it("lies elsewhere if its path would be too long for a socket", () => {
    const path = ownerSocketPath(`/data/${"long/".repeat(30)}`, "linux");
    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(path).toMatch(/owner\.sock$/);
    expect(ownerSocketPath("C:\\data", "win32")).toMatch(/^\\\\\.\\pipe\\signalbox-[0-9a-f]{16}$/);
  });
});
