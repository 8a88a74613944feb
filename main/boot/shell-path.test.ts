import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { withLoginShellPath } from "./shell-path.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-path-"));
const on = () => {};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function loginShell(lines: string): string {
  const file = join(folder, "login-shell");
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}

const asked = (env: Record<string, string>) =>
  withLoginShellPath({ env, platform: "darwin", resourcesPath: "", argv: [], execPath: "", on });

describe("withLoginShellPath", () => {
  it("adds the folders of the person's login shell, whatever else its profile prints", async (context) => {
    if (process.platform === "win32") return context.skip("Windows has no login shell");
    const SHELL = loginShell(`echo welcome; PATH="/own/bin:/usr/bin:/bin"; [ "$1" = -ilc ] && eval "$2"`);

    expect(await asked({ SHELL, PATH: "/bin:/usr/bin", HOME: "/h" })).toEqual({
      SHELL,
      PATH: "/bin:/usr/bin:/own/bin",
      HOME: "/h",
    });
    expect(await asked({ SHELL })).toMatchObject({ PATH: "/own/bin:/usr/bin:/bin" });
  });

  it.each([
    ["fails", "exit 1"],
    ["answers nothing of ours", "echo hello"],
  ])("keeps the path it has when the shell %s", async (_title, lines) => {
    const env = { SHELL: loginShell(lines), PATH: "/usr/bin" };

    expect(await asked(env)).toEqual(env);
  });

  it("asks no shell if there is no login shell", async () => {
    expect(await asked({ PATH: "/usr/bin" })).toEqual({ PATH: "/usr/bin" });
  });
});
