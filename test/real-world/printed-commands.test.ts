import { spawn } from "node:child_process";
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../server/cli/commands.ts";
import type { Confirmation } from "../../server/domains/owner/confirmations/model.ts";
import { filesBelow, textOf } from "../arch/tree.ts";
import { type BoardService, openBoard, startBoardService } from "../support/board.ts";
import { type Ran, runProgram, signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const program = join(import.meta.dirname, "../../build/signalbox");

let folder: TestFolder;
let service: BoardService;
let dataFolder: string;

/** In a folder whose name a shell would take apart. */
beforeAll(async () => {
  folder = await makeTestFolder();
  dataFolder = folder.at("Ada's data $HOME");
  service = await startBoardService({ environment: { SERVICE_DATA_DIR: dataFolder } });
  // Builds what a checkout builds at its first command.
  expect((await typed(`${program} help`)).code).toBe(0);
}, 180_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Another terminal: the person's account, and nothing of what the service was started with. */
const terminal = { PATH: "/usr/bin:/bin", HOME: "/nonexistent", TERM: "dumb", SERVICE_PORT: "0" };

const typed = (command: string): Promise<Ran> =>
  runProgram(["/bin/sh", "-c", command], { env: terminal, cwd: "/" });

/** What a person would copy out of a text. */
function commandIn(text: string): string {
  const [, command] = /`([^`]*build\/signalbox [^`]*)`/.exec(text) ?? [];
  if (command === undefined) throw new Error(`There is no command in: ${text}`);
  return command;
}

const environment = (): Record<string, string> => ({
  HOME: folder.at("home"),
  SERVICE_DATA_DIR: dataFolder,
  SERVICE_PORT: "0",
});

async function asked(): Promise<{ confirmation: Confirmation; words: string }> {
  const board = await openBoard(service);
  const { body } = await board.callUnconfirmed<{ confirmation: Confirmation }>("POST", "/api_keys", {
    name: "laptop",
  });
  return { confirmation: body.confirmation, words: body.confirmation.words };
}

describe("as printed, from / and in another terminal", () => {
  it("the confirmation's command reaches this service", async () => {
    const { confirmation, words } = await asked();
    expect(await typed(`${String(confirmation.command)} --deny`)).toEqual({
      code: 0,
      out: `Denied: ${words}.\n`,
      err: "",
    });
  });

  it("the command that names one without a terminal does too", async () => {
    const { confirmation, words } = await asked();
    const listed = await typed(String(confirmation.command));
    expect([listed.code, listed.out]).toEqual([1, expect.stringContaining(confirmation.id)]);
    expect(await typed(commandIn(listed.err))).toEqual({ code: 0, out: `Confirmed: ${words}.\n`, err: "" });
  });

  it("the sign-in page's command signs in", async () => {
    const page = await (
      await fetch(`${service.service.url}/sign-in`, { headers: { accept: "text/html" } })
    ).text();
    const shown = [...page.matchAll(/<code>(.*?)<\/code>/g)].map(([, code = ""]) => unescaped(code));
    const ran = await typed(shown[1] ?? "");
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(ran.out).toContain(`${service.service.url}/sign-in#code=`);
  });

  it("the way for scripts issues tokens", async () => {
    const { body } = await (await openBoard(service)).call<{ command_line: string }>("GET", "/owner");
    const ran = await typed(`${body.command_line} grant --email ada@example.com --privilege relay_only`);
    expect([ran.code, ran.err]).toEqual([0, ""]);
    expect(JSON.parse(ran.out)).toHaveProperty("access_token");
  });

  it("the help of a command that was given an unknown option", async () => {
    const ran = await signalbox(["doctor", "--all"], environment());
    expect(await typed(commandIn(ran.err))).toMatchObject({
      code: 0,
      out: expect.stringContaining("--bundle"),
    });
  });

  it("the advice to start the service starts it on the same folder", async () => {
    await mkdir(folder.at("a new one"), { recursive: true });
    const ran = await signalbox(["open"], { ...environment(), SERVICE_DATA_DIR: folder.at("a new one") });
    const child = spawn("/bin/sh", ["-c", `exec env ${commandIn(ran.err)}`], { env: terminal, cwd: "/" });
    const out = await new Promise<string>((resolve) => {
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (text.includes("Data folder:")) resolve(text);
      });
      child.once("close", () => resolve(text));
    });
    expect(out).toContain(`Data folder: ${folder.at("a new one")}\n`);
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("the advice to restore the newest backup restores it", async () => {
    const other = folder.at("lost & found");
    await mkdir(other, { recursive: true });
    const env = { ...environment(), SERVICE_DATA_DIR: other };
    await signalbox(["backup", join(other, "backups")], environment());
    await cp(join(dataFolder, "installation.json"), join(other, "installation.json"));
    await mkdir(join(other, "homes", "1"), { recursive: true });
    const refused = await signalbox(["serve"], env);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("signalbox.db is missing")]);
    const restored = await typed(commandIn(refused.err));
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(restored.out).toContain(`Restored and verified: ${other}`);
    await rm(other, { recursive: true });
  });
});

it("no text of the service or the board names a command without its place", () => {
  const bare = new RegExp(
    String.raw`\bsignalbox (?:${Object.keys(commands).join("|")})\b|npm run --silent|run npm |\`npm `,
  );
  const said = ["server", "renderer", "main"]
    .flatMap((root) => filesBelow(root))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|scripted-model/.test(file))
    .flatMap((file) =>
      textOf(file)
        .split("\n")
        .filter((line) => bare.test(line) && !/^\s*(?:\/?\*|\/\/)|"Usage: /.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(said).toEqual([
    'server/cli/text.ts: label: "Made by signalbox grant",',
    ...said.filter((line) => line.includes("npm install -g")),
  ]);
});

const unescaped = (text: string): string =>
  text.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
