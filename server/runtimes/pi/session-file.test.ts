import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Workspace } from "../runtime.ts";
import { findSession, resumeSession, startSession } from "./session-file.ts";

let home: string;
const workspaceIn = (cwd: string): Workspace => ({
  sessionId: 1,
  cwd,
  repository: { folder: cwd, trusted: true },
  home,
  scratch: "/scratch",
  env: {},
  sandbox: null,
});
const stored = () => readFile(join(home, "sessions/c1.jsonl"), "utf8");

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "signalbox-pi-"));
  await mkdir(join(home, "sessions"));
});
afterEach(() => rm(home, { recursive: true }));

it("finds a conversation by our own id once it has started", async () => {
  expect(await findSession({ home }, "c1")).toBeNull();
  await startSession(workspaceIn("/clone"), "c1");
  expect(await findSession({ home }, "c1")).toBe(join(home, "sessions/c1.jsonl"));
  expect(JSON.parse(await stored())).toMatchObject({ type: "session", version: 3, id: "c1", cwd: "/clone" });
});

it("continues an existing file, even when asked to start", async () => {
  await startSession(workspaceIn("/clone"), "c1");
  const before = await stored();
  expect(await startSession(workspaceIn("/clone"), "c1")).toMatchObject({ kind: "ready" });
  expect(await stored()).toBe(before);
});

it("moves a conversation to another folder and keeps its id and its lines", async () => {
  const lines = '{"type":"session","version":3,"id":"parent","cwd":"/old"}\n{"type":"model_change"}\n';
  await writeFile(join(home, "sessions/c1.jsonl"), lines);
  expect(await resumeSession(workspaceIn("/new"), "c1")).toMatchObject({ kind: "ready" });
  expect(await stored()).toBe(lines.replace("/old", "/new"));
});

it("ends a line that a crash cut off", async () => {
  const lines = '{"type":"session","id":"c1","cwd":"/clone"}\n{"type":"mess';
  await writeFile(join(home, "sessions/c1.jsonl"), lines);
  await resumeSession(workspaceIn("/clone"), "c1");
  expect(await stored()).toBe(`${lines}\n`);
});

it.each([
  ["empty", ""],
  ["no JSON", "hello\n"],
  ["another program's", '{"type":"user","uuid":"u"}\n'],
])("rejects a file that is %s", async (_title, text) => {
  await writeFile(join(home, "sessions/c1.jsonl"), text);
  expect(await resumeSession(workspaceIn("/clone"), "c1")).toMatchObject({ kind: "lost" });
});

it("rejects an id that leaves the folder", async () => {
  expect(await startSession(workspaceIn("/clone"), "../auth")).toMatchObject({ kind: "lost" });
  expect(await findSession({ home }, "../auth")).toBeNull();
});
