import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { newPageKey, offerOf } from "../support/page-signer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const cli = join(import.meta.dirname, "../../server/cli.ts");

function signalbox(
  dataFolder: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: unknown; out: string; err: string }> {
  const env = { PATH: process.env["PATH"], SERVICE_DATA_DIR: dataFolder, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

const signInPageOf = async ({ url }: TestService): Promise<string> => {
  const page = await fetch(`${url}/sign-in`, { headers: { accept: "text/html" } });
  return page.text();
};

describe("the sign-in page", () => {
  test("names the commands of the checkout that the service runs from", async () => {
    await using service = await startTestService();
    const page = await signInPageOf(service);
    const command = `SERVICE_DATA_DIR=${service.service.dataFolder} ${join(import.meta.dirname, "../../build/signalbox")}`;
    expect(page).toContain(`<code>${command} open</code>`);
    expect(page).toContain(`<code>${command} open --print</code>`);
  });

  test("names the app's menu in the packaged app, which brings no commands", async () => {
    await using service = await startTestService({ isPackagedApp: true });
    const page = await signInPageOf(service);
    expect(page).toContain("choose File, Open in Browser");
    expect(page).toContain("Choose File, Copy Sign-In Link");
    expect(page).not.toContain("npm run");
  });
});

const exchange = (service: TestService, code: string): Promise<Response> =>
  fetch(`${service.url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: service.url },
    body: JSON.stringify({ code, ...offerOf(newPageKey(), new URL(service.url).host, code) }),
  });

describe("signalbox open", () => {
  test("gives the browser a file that only its owner can read, and no code among its arguments", async ({
    skip,
  }) => {
    if (process.platform !== "linux") skip("The browser is opened by another program here");
    await using bin = await makeTestFolder();
    const browser = bin.at("xdg-open");
    await writeFile(
      browser,
      `#!/bin/sh\nprintf '%s\\n' "$@" > "${bin.path}/part" && mv "${bin.path}/part" "${bin.path}/seen"\n`,
    );
    await chmod(browser, 0o755);
    await using service = await startTestService();
    const environment = { DISPLAY: ":0", PATH: `${bin.path}${delimiter}${process.env["PATH"]}` };
    const { code, out, err } = await signalbox(service.service.dataFolder, ["open"], environment);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("Opened the board in your browser.");
    expect(out).not.toContain("code=");
    await expect.poll(() => existsSync(bin.at("seen"))).toBe(true);
    const [path = "", ...more] = (await readFile(bin.at("seen"), "utf8")).trimEnd().split("\n");
    expect([path.endsWith(".html"), more]).toEqual([true, []]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const link = /location\.replace\("([^"]+)"\)/.exec(await readFile(path, "utf8"))?.[1] ?? "";
    const secret = new URL(link).hash.replace("#code=", "");
    expect((await exchange(service, secret)).status).toBe(200);
    expect((await exchange(service, secret)).status).toBe(401);
    await service.service.close();
    expect(existsSync(path)).toBe(false);
  });

  test("prints the link where there is no display, and with --print", async () => {
    await using service = await startTestService();
    for (const args of [["open"], ["open", "--print"]]) {
      const { code, out } = await signalbox(service.service.dataFolder, args);
      expect([code, out]).toEqual([0, expect.stringContaining(`${service.url}/sign-in#code=`)]);
    }
  });

  test("explains that a running service could make no socket, and the service works without one", async () => {
    await using folder = await makeTestFolder();
    // A folder where the socket belongs stands for a file system that has no sockets.
    await mkdir(folder.at("data", "run", "owner.sock", "in the way"), { recursive: true });
    await using service = await startTestService({ folder: folder.path });
    expect((await service.call("GET", "/sessions")).status).toBe(200);
    const { code, err } = await signalbox(service.service.dataFolder, ["open", "--print"]);
    expect([code, err]).toEqual([1, expect.stringContaining("it could not make its socket there")]);
  });

  test("says so if no service is running", async () => {
    await using folder = await makeTestFolder();
    const { code, err } = await signalbox(folder.path, ["open"]);
    expect([code, err]).toEqual([1, expect.stringContaining("Signalbox is not running on")]);
  });
});
