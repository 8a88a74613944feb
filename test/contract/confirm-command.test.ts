import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Confirmation, confirmationHeader } from "../../server/domains/owner/confirmations/model.ts";
import { type BoardService, openBoard, startBoardService } from "../support/board.ts";

const cli = join(import.meta.dirname, "../../server/cli.ts");

let service: BoardService;
let dataFolder: string;

beforeAll(async () => {
  service = await startBoardService();
  dataFolder = service.service.dataFolder;
});
afterAll(() => service[Symbol.asyncDispose]());

interface Ran {
  code: unknown;
  out: string;
  err: string;
}

const environment = (folder: string) => ({
  PATH: process.env["PATH"],
  SERVICE_DATA_DIR: folder,
  TERM: "xterm",
});

/** Runs `signalbox confirm` in a process of its own, without a terminal. */
function confirm(args: readonly string[], folder = dataFolder): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, "confirm", ...args], { env: environment(folder) }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

const scriptProgram = "/usr/bin/script";

/** The same on a terminal, on which a person types `answer` at the question. */
function confirmOnTerminal(answer: string, args: readonly string[] = []): Promise<Pick<Ran, "code" | "out">> {
  const command = [process.execPath, cli, "confirm", ...args].join(" ");
  const child = spawn(scriptProgram, ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: environment(dataFolder),
    stdio: ["pipe", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    out += piece;
    if (out.includes("[y/N]") && !child.stdin.writableEnded) child.stdin.end(answer);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ code, out }));
  });
}

let made = 0;
const body = () => ({ name: `laptop ${++made}` });

/** What Settings calls a browser that does not say what it is. */
const browser = "A browser";

/** Each from its own browser, because a denial makes one wait. */
async function ask(asked = body()) {
  const board = await openBoard(service);
  const { body: refused } = await board.callUnconfirmed<{ confirmation: Confirmation }>(
    "POST",
    "/api_keys",
    asked,
  );
  const { id } = refused.confirmation;
  const headers = { [confirmationHeader]: id };
  return {
    id,
    words: `Create the API key “${asked.name}”`,
    /** The status of the request once it names the confirmation. */
    repeat: async () => (await board.callUnconfirmed("POST", "/api_keys", asked, { headers })).status,
    withdraw: () => board.call("DELETE", `/confirmations/${id}`),
  };
}

describe("without a terminal", () => {
  test("lists what waits, and confirms or denies only what is named", async () => {
    expect(await confirm([])).toEqual({ code: 0, out: "There is nothing to confirm.\n", err: "" });
    const [first, second] = [await ask(), await ask()];
    const listed = await confirm([]);
    expect(listed.out).toBe(
      `${first.id}  ${first.words} (${browser})\n${second.id}  ${second.words} (${browser})\n`,
    );
    expect([listed.code, listed.err]).toEqual([
      1,
      expect.stringContaining(`build/signalbox confirm ${first.id} --yes`),
    ]);
    expect((await confirm([first.id])).code).toBe(1);
    expect(await first.repeat()).toBe(409);

    expect(await confirm([first.id, "--yes"])).toEqual({
      code: 0,
      out: `Confirmed: ${first.words}.\n`,
      err: "",
    });
    expect(await first.repeat()).toBe(201);
    expect(await confirm([second.id, "--deny"])).toEqual({
      code: 0,
      out: `Denied: ${second.words}.\n`,
      err: "",
    });
    expect(await second.repeat()).toBe(403);
    expect(await confirm([second.id, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Nothing with the id ${second.id} waits`),
    });
  });

  test.each([[["--yes"]], [["a", "b"]], [["a", "--yes", "--deny"]], [["--always"]]])(
    "%j prints the usage",
    async (args) => {
      expect(await confirm(args)).toEqual({
        code: 2,
        out: "",
        err: "Usage: signalbox confirm [id] [--yes|--deny]\n",
      });
    },
  );

  test("says that no service runs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "signalbox-confirm-"));
    const { code, err } = await confirm([], folder);
    expect([code, err]).toEqual([1, expect.stringContaining(`Signalbox is not running on ${folder}`)]);
  });
});

describe("on a terminal", () => {
  beforeEach((context) => {
    if (process.platform !== "linux" || !existsSync(scriptProgram))
      context.skip("util-linux's script, which makes a terminal, is not installed");
  });

  test.each([
    ["y\n", 201, "Confirmed"],
    ["Yes\n", 201, "Confirmed"],
    ["\n", 403, "Denied"],
    ["n\n", 403, "Denied"],
    ["yesterday\n", 403, "Denied"],
  ])("the answer %j leads to %i", async (answer, status, said) => {
    const asked = await ask();
    const { code, out } = await confirmOnTerminal(answer);
    expect([code, out]).toEqual([0, expect.stringContaining(`${said}: ${asked.words}.`)]);
    expect(out).toContain(`${browser} asks (${asked.id}): ${asked.words}.`);
    expect(await asked.repeat()).toBe(status);
  });

  test("no answer settles nothing", async () => {
    const asked = await ask();
    expect((await confirmOnTerminal("\u0004", [asked.id])).code).toBe(1);
    expect(await asked.repeat()).toBe(409);
    await asked.withdraw();
  });
});
