import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder } from "../support/test-folder.ts";

const longMs = 180_000;

it(
  "the demo is a story that people can read",
  async () => {
    await using folder = await makeTestFolder();
    const ran = await signalbox(["demo", "--exit"], { HOME: folder.at("home") });
    expect([ran.code, ran.err]).toEqual([0, ""]);
    const lines = ran.out.split("\n");
    expect(lines.length).toBeLessThan(30);
    expect(ran.out).not.toMatch(/[{[]"|\bnull\b/);
    expect(lines).toEqual(
      expect.arrayContaining([
        "  pi reads greet.js, greet.test.js",
        "  pi writes greet.js",
        "  pi runs node --test (2 tests pass, 0 fail)",
        expect.stringMatching(/^ {2}pi says: greet\(\) now takes an optional name/),
        "  greet.js",
        '  -  return "Hello.";',
        expect.stringMatching(/^\d+ model calls, \d+ tokens in, .*\$0\.00/),
      ]),
    );
  },
  longMs,
);

it(
  "a first start logs no warning about statements that make the database",
  async () => {
    await using folder = await makeTestFolder();
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../server/cli.ts"), "serve"], {
      env: {
        PATH: process.env["PATH"],
        HOME: folder.at("home"),
        SERVICE_DATA_DIR: folder.at("data"),
        SERVICE_PORT: "0",
        SERVICE_SECRET_STORE: "file",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      log += piece;
    });
    const ended = once(child, "close");
    await once(child.stdout.setEncoding("utf8"), "data");
    child.kill("SIGTERM");
    await ended;
    expect(log.split("\n").filter((line) => line.includes("slow statement"))).toEqual([]);
  },
  longMs,
);
