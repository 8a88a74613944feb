/** @module-tag real-cli */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 60_000;
vi.setConfig({ testTimeout: 3 * longMs });

const diary = "what the person wrote down for nobody else";
let service: BoardService;
let works = false;
let folder: string;

beforeAll(async () => {
  service = await startBoardService();
  works = (await sandboxIn(join(service.folder, "probe"), [])) !== null;
  folder = join(service.folder, "home", "papers");
  await mkdir(folder, { recursive: true });
  // Longer than the conversation, whose lines are only ever added to.
  await writeFile(join(folder, "diary"), `${JSON.stringify({ type: "note", diary })}\n`.repeat(500));
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!works) context.skip("No sandbox starts on this machine");
});

const home = `\${PI_CODING_AGENT_DIR:-\${CLAUDE_CONFIG_DIR:-$CODEX_HOME}}`;
const conversations = `$(find "${home}" -name "*.jsonl")`;

async function play(agent_runtime: string, commands: readonly string[]): Promise<number> {
  const [first, ...later] = commands.map((command) => `#script bash cmd=${command}\n#script say Done.`);
  const { id } = await createSession(service, { agent_runtime, prompt: first });
  await service.waitFor(id, atRest, longMs);
  for (const prompt of later) {
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt });
    await service.waitFor(id, atRest, longMs);
  }
  return id;
}

/** Everything that the agent could ask the service for, about its own session. */
async function toldOf(id: number): Promise<string> {
  const paths = [`/sessions/${id}/transcript`, `/sessions/${id}/conversation`, `/sessions/${id}`];
  const answers = await Promise.all(paths.map((path) => service.call("GET", path)));
  return JSON.stringify(answers);
}

it.each(["pi", "claude_code", "codex"])(
  "a link that %s leaves in place of its conversation shows nothing outside of its sandbox",
  async (agent) => {
    const plant = `for f in ${conversations}; do ln -sf ${folder}/diary $f; done; ls -l ${conversations} > planted`;
    const id = await play(agent, [plant, `cat ${folder}/diary > seen 2>&1`]);
    const clone = String((await sessionOf(service, id)).metadata["clone_path"]);
    expect(await readFile(join(clone, "planted"), "utf8")).toContain(`-> ${folder}/diary`);
    expect(await readFile(join(clone, "seen"), "utf8").catch(() => "")).not.toContain(diary);
    expect(await toldOf(id)).not.toContain(diary);
  },
);
