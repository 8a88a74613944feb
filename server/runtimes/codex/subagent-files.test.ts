import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { subagentFiles } from "./subagent-files.ts";

it("finds the rollouts whose head names the thread, at any depth below it", async () => {
  const home = await mkdtemp(join(tmpdir(), "codex-agents-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const folder = join(home, "sessions/2026/11/21");
  await mkdir(folder, { recursive: true });
  const write = async (name: string, payload: object) => {
    const head = JSON.stringify({ type: "session_meta", payload });
    await writeFile(join(folder, `rollout-${name}.jsonl`), `${head}\n{"type":"event_msg"}\n`);
  };
  const spawn = { parent_thread_id: "main", agent_nickname: "Ada" };
  await write("1-main", { id: "main", session_id: "main" });
  await write("2-child", { id: "child", session_id: "main", source: { subagent: { thread_spawn: spawn } } });
  await write("3-grandchild", { id: "grandchild", session_id: "main", parent_thread_id: "child" });
  await write("4-older", { id: "older", parent_thread_id: "main" });
  await write("5-other", { id: "other", session_id: "other" });
  await writeFile(join(folder, "rollout-6-broken.jsonl"), "{");

  const files = await subagentFiles(home, "main");
  expect(files.map(({ agentId, subagentType }) => [agentId, subagentType])).toEqual([
    ["child", "Ada"],
    ["grandchild", null],
    ["older", null],
  ]);
  expect(files[0]?.path).toBe(join(folder, "rollout-2-child.jsonl"));
  expect(await subagentFiles("/nowhere", "main")).toEqual([]);
});
