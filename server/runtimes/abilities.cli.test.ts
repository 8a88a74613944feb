import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { isInstalled, openAbilityBed } from "./abilities-test-bed.ts";
import { type RuntimeId, runtimeIds } from "./runtime.ts";

const first = "#script think hm\n#script say the word is semaphore\n#script bash cmd=echo first-output";
const second = "#script say before\n#script and\n#script bash cmd=echo second-output\n#script say the end";

describe.each(runtimeIds)("%s", (id: RuntimeId) => {
  beforeEach((context) => {
    if (!isInstalled(id)) context.skip(`${id} is not installed in test/clis`);
  });

  it("continues a written conversation under another id, in another clone and home", async () => {
    await using bed = await openAbilityBed(id);
    const [before, after] = [await bed.newWorkspace(), await bed.newWorkspace()];
    const old = await bed.play(before, `${first}\n#script say in ${before.cwd}/file`);
    await bed.play(before, second, { kind: "resume", id: old });
    const copy = randomUUID();

    const file = await bed.runtime.writeConversation(after, {
      id: copy,
      lines: await bed.stored(before, old),
    });

    expect((await stat(file ?? "")).mode & 0o777).toBe(0o600);
    expect(await bed.play(after, "#script say still here", { kind: "resume", id: copy })).toBe(copy);
    for (const said of ["semaphore", "first-output", "second-output", "the end", `in ${after.cwd}/file`])
      expect(bed.lastRequest()).toContain(said);
    expect(bed.lastRequest()).not.toContain(before.cwd);
    expect(await bed.runtime.transcriptFile(after, copy)).toBe(file);
    expect((await readFile(file ?? "", "utf8")).includes(old)).toBe(false);
  });

  it("continues from a cut in the middle, and right after a tool call", async () => {
    await using bed = await openAbilityBed(id);
    const before = await bed.newWorkspace();
    const old = await bed.play(before, first);
    const short = await bed.stored(before, old);
    await bed.play(before, second, { kind: "resume", id: old });
    const lines = await bed.stored(before, old);
    const { events } = bed.runtime.transcript;
    const call = lines.findLastIndex((line) =>
      events(JSON.parse(line)).some(({ type }) => type === "tool_call"),
    );

    for (const cut of [short.length, call + 1]) {
      const [after, copy] = [await bed.newWorkspace(), randomUUID()];
      await bed.runtime.writeConversation(after, { id: copy, lines: lines.slice(0, cut) });
      await bed.play(after, "#script say still here", { kind: "resume", id: copy });
      expect(bed.lastRequest()).toContain("first-output");
      expect(bed.lastRequest().includes("#script say before")).toBe(cut > short.length);
      expect(bed.lastRequest()).not.toContain("the end\\n");
      const calls = bed.lastRequest().match(/echo second-output/g) ?? [];
      expect(calls).toHaveLength(cut > short.length ? 1 : 0);
    }
  });

  it("rewinds a conversation to an earlier point under its own id", async () => {
    await using bed = await openAbilityBed(id);
    const workspace = await bed.newWorkspace();
    const own = await bed.play(workspace, "#script say alpha");
    const lines = await bed.stored(workspace, own);
    await bed.play(workspace, "#script say beta", { kind: "resume", id: own });

    await bed.runtime.writeConversation(workspace, { id: own, lines });
    await bed.play(workspace, "#script say gamma", { kind: "resume", id: own });

    expect(bed.lastRequest()).toContain("say alpha");
    expect(bed.lastRequest()).not.toContain("say beta");
  });

  it("answers a question with the small model, reports its usage and leaves no process", async () => {
    await using bed = await openAbilityBed(id);
    const answer = await bed.complete(
      "#script usage input=100 output=7 cache_read=30\n#script say A short title",
    );
    expect(answer).toEqual({
      kind: "answered",
      text: "A short title",
      model: expect.stringMatching(/haiku|luna/),
      requestId: id === "codex" ? null : expect.any(String),
      usage: { inputTokens: 100, outputTokens: 7, cacheReadTokens: 30, cacheCreationTokens: 0 },
    });
    expect(bed.model.requests()).toHaveLength(1);
    expect(bed.lastRequest()).toContain("You name things.");
    expect(await bed.living()).toEqual([]);
  });

  it("gives the small model no tools that act on the machine", async () => {
    await using bed = await openAbilityBed(id);
    const { scratch } = await bed.newWorkspace();
    const [ran, written] = [join(scratch, "ran"), join(scratch, "written")];
    await bed.complete(
      `#script bash cmd=touch ${ran}\n#script write_file path=${written} text=x\n#script say done`,
    );
    expect([existsSync(ran), existsSync(written)]).toEqual([false, false]);
  });

  it("says in words that the small model refused", async () => {
    await using bed = await openAbilityBed(id);
    expect(await bed.complete("#script error 400 message=No such luck")).toEqual({
      kind: "failed",
      message: expect.stringContaining("No such luck"),
    });
  });

  it("ends a canceled question and all its processes", async () => {
    await using bed = await openAbilityBed(id);
    const stop = new AbortController();
    const answer = bed.complete("#script hang", { signal: stop.signal });
    void answer.catch(() => {});
    await vi.waitFor(() => expect(bed.model.requests().length).toBeGreaterThan(0), { timeout: 20_000 });

    stop.abort(new Error("No longer wanted"));

    await expect(answer).rejects.toThrow("No longer wanted");
    expect(await bed.living()).toEqual([]);
    await expect(bed.complete("#script say late", { signal: stop.signal })).rejects.toThrow(
      "No longer wanted",
    );
  });

  it("asks no model if no person is signed in, and says what to do", async () => {
    await using bed = await openAbilityBed(id);
    const { signedOut } = bed;
    expect(await bed.complete("#script say hello", { runtime: signedOut })).toEqual({
      kind: "unavailable",
      reason: signedOut.guide.authInstructions,
    });
    expect(bed.model.requests()).toEqual([]);
  });
});

describe("the files of subagents", () => {
  it.for(["claude_code", "codex"] as const)("are found for %s", async (id, { skip }) => {
    skip(!isInstalled(id), `${id} is not installed in test/clis`);
    await using bed = await openAbilityBed(id);
    const workspace = await bed.newWorkspace();
    const own = await bed.play(
      workspace,
      "#script task description=Look prompt=#script say found it\n#script say all done",
    );
    const files = await bed.runtime.subagentFiles(workspace, own);
    expect(files).toHaveLength(1);
    expect(await readFile(files[0]?.path ?? "", "utf8")).toContain("found it");
    if (id === "claude_code")
      expect(files[0]).toMatchObject({ toolUseId: expect.any(String), description: "Look" });
    expect(await bed.runtime.subagentFiles(workspace, randomUUID())).toEqual([]);
  });
});
