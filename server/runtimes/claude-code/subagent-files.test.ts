import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { subagentFiles } from "./subagent-files.ts";

it("finds the subagents of a conversation, in its folder and beside the main file", async () => {
  const home = await mkdtemp(join(tmpdir(), "claude-agents-"));
  onTestFinished(() => rm(home, { recursive: true }));
  const project = join(home, "projects/-clone");
  const own = join(project, "c-1/subagents");
  await mkdir(own, { recursive: true });
  await mkdir(join(project, "c-2/subagents"), { recursive: true });
  const about = { agentType: "Explore", description: "Look around", toolUseId: "toolu_1", finished: true };
  await writeFile(join(own, "agent-a1.jsonl"), "{}\n");
  await writeFile(join(own, "agent-a1.meta.json"), JSON.stringify(about));
  await writeFile(join(own, "agent-a2.jsonl"), "{}\n");
  await writeFile(join(own, "agent-a2.meta.json"), "not yet whole");
  await writeFile(join(project, "c-2/subagents/agent-b.jsonl"), "{}\n");
  await writeFile(join(project, "agent-a3.jsonl"), '{"sessionId":"c-1"}\n{"sessionId":"c-2"}\n');
  await writeFile(join(project, "agent-b3.jsonl"), '{"sessionId":"c-2"}\n');
  await writeFile(join(project, "agent-empty.jsonl"), "");

  const unknown = { toolUseId: null, subagentType: null, description: null, finished: null };
  const files = await subagentFiles(home, "c-1");
  expect(files.toSorted((a, b) => a.agentId.localeCompare(b.agentId))).toEqual([
    {
      agentId: "a1",
      path: join(own, "agent-a1.jsonl"),
      toolUseId: "toolu_1",
      subagentType: "Explore",
      description: "Look around",
      finished: true,
    },
    { agentId: "a2", path: join(own, "agent-a2.jsonl"), ...unknown },
    { agentId: "a3", path: join(project, "agent-a3.jsonl"), ...unknown },
  ]);
  expect(await subagentFiles(home, "../c-1")).toEqual([]);
  expect(await subagentFiles("/nowhere", "c-1")).toEqual([]);
});
