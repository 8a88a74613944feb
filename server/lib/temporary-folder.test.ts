import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { exists } from "./exists.ts";
import { openTemporaryFolders, withTemporaryFolder } from "./temporary-folder.ts";

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe("the service's temporary folder", () => {
  it("is closed to others and empty at each start, and sessions keep theirs", async () => {
    await using folder = await makeTestFolder();
    const open = () => openTemporaryFolders({ TMPDIR: "/shared", PATH: "/bin" }, folder.path, "linux");
    const { root, environment } = await open();
    const own = String(environment["TMPDIR"]);
    expect([await modeOf(String(root)), await modeOf(own)]).toEqual([0o700, 0o700]);
    await writeFile(join(own, "left"), "");
    await mkdir(join(String(root), "7"));
    await open();
    expect([await readdir(own), (await readdir(String(root))).toSorted()]).toEqual([[], ["7", "service"]]);
  });

  it("leaves a program room for a socket, however long the data folder's path is", async () => {
    await using folder = await makeTestFolder();
    const long = folder.at("d".repeat(60));
    await mkdir(long);
    const { root } = await openTemporaryFolders({}, long, "linux");
    expect(root).not.toContain(long);
    expect(await modeOf(String(root))).toBe(0o700);
  });

  it("is never what somebody put in its place", async () => {
    await using folder = await makeTestFolder();
    await mkdir(folder.at("elsewhere"));
    await symlink(folder.at("elsewhere"), folder.at("tmp"));
    await expect(openTemporaryFolders({}, folder.path, "linux")).rejects.toThrow(
      "is not a folder of this user",
    );
  });

  it("is each person's own on Windows already", async () => {
    const environment = { TEMP: "C:\\Temp" };
    expect(await openTemporaryFolders(environment, "C:\\data", "win32")).toEqual({ root: null, environment });
  });
});

describe("the environment", () => {
  it("has the folder under every name that programs look for, and otherwise follows the host's", async () => {
    await using folder = await makeTestFolder();
    const host: Record<string, string> = { PATH: "/bin" };
    const { environment } = await openTemporaryFolders(host, folder.path, "linux");
    host["ADDED"] = "later";
    const { TMPDIR, TMP, TEMP, ...rest } = { ...environment };
    expect([TMP, TEMP, "TMP" in environment]).toEqual([TMPDIR, TMPDIR, true]);
    expect(rest).toEqual({ PATH: "/bin", ADDED: "later" });
    expect(host).not.toHaveProperty("TMPDIR");
  });

  it("of a command has a folder that is gone afterwards", async () => {
    const folder = await withTemporaryFolder(process.env, async (environment) => {
      expect(await modeOf(String(environment["TMPDIR"]))).toBe(0o700);
      return String(environment["TMPDIR"]);
    });
    expect(await exists(folder)).toBe(false);
  });
});
