import { access, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { openTestBed } from "./cli-test-bed.ts";
import { startRpc } from "./rpc.ts";
import { piTranscript } from "./transcript.ts";

const resume = { conversation: { kind: "resume" as const, id: "conversation-1" } };

/** Resolves once a script has left this file. */
async function fileAt(path: string): Promise<void> {
  await vi.waitFor(() => access(path), { timeout: 20_000, interval: 20 });
}

describe("a turn", () => {
  it("works, streams its text, and stores its conversation in a file", async () => {
    await using bed = await openTestBed();
    const { turn, events } = await bed.start(
      "#script write_file path=hello.txt text=hi\n#script say All written.",
    );
    expect(await turn.outcome).toEqual({ kind: "completed", lastMessage: "All written." });
    expect(await readFile(join(bed.workspace.cwd, "hello.txt"), "utf8")).toBe("hi\n");
    expect(events).toContainEqual(expect.objectContaining({ kind: "usage" }));
    expect(events.filter(({ kind }) => kind !== "activity" && kind !== "usage")).toEqual([
      { kind: "partial_text", text: "All written." },
    ]);
    const types = (await bed.transcript())
      .flatMap((line) => piTranscript.events(line))
      .map(({ type }) => type);
    expect(types.filter((type) => type !== "system")).toEqual([
      "user",
      "tool_call",
      "tool_result",
      "assistant",
    ]);
    expect(await bed.living()).toEqual([]);
  });

  it("passes on the requested system prompt, effort, image and id", async () => {
    await using bed = await openTestBed();
    const image = join(bed.workspace.scratch, "dot.png");
    const dot =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await writeFile(image, Buffer.from(dot, "base64"));
    const { turn } = await bed.start("", {
      prompt: { text: "#script say seen", images: [image] },
      model: "anthropic/claude-sonnet",
      effort: "high",
      systemPrompt: "--- Speak softly.",
    });
    expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "seen" });
    const body = bed.model.requests().at(-1)?.body;
    expect(body).toMatchObject({ model: "anthropic/claude-sonnet", reasoning: { effort: "high" } });
    expect(JSON.stringify(body)).toContain("--- Speak softly.");
    expect(JSON.stringify(body)).toContain("data:image/png;base64,");
  });

  it("remembers the conversation when it is resumed", async () => {
    await using bed = await openTestBed();
    await (await bed.start("#script say first")).turn.outcome;
    const { turn } = await bed.start("#script say second", resume);
    expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "second" });
    expect(bed.model.requests().at(-1)?.prompts).toEqual(["#script say first", "#script say second"]);
  });

  it.each([
    ["ANTHROPIC_BASE_URL", "", "anthropic/claude-opus-5.5", "/v1/messages", "claude-opus-5-5"],
    ["OPENAI_BASE_URL", "/v1", "openai/gpt-5.5", "/v1/responses", "gpt-5.5"],
  ])("reaches a vendor at %s without OpenRouter", async (variable, path, model, asked, id) => {
    await using bed = await openTestBed((url) => ({ [variable]: url + path }));
    const { turn } = await bed.start("#script say hello", { model, effort: "max" });
    expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "hello" });
    expect(bed.model.requests().at(-1)).toMatchObject({
      path: expect.stringContaining(asked),
      body: { model: id },
    });
  });

  it("knows every offered model by its exact id", async () => {
    await using bed = await openTestBed();
    const { cwd, home, env } = bed.workspace;
    const pi = await startRpc({
      command: bed.cli.command,
      args: [...bed.cli.args, "--mode", "rpc", "--no-session"],
      cwd,
      env: { ...env, PI_CODING_AGENT_DIR: home, PI_OFFLINE: "1", OPENROUTER_API_KEY: "k" },
      onEvent: () => {},
    });
    const answer = await pi.call({ type: "get_available_models" });
    pi.endInput();
    await pi.exit;
    const ids = bed.runtime.models.map(({ id }) => expect.objectContaining({ id, provider: "openrouter" }));
    expect(answer).toMatchObject({ success: true, data: { models: expect.arrayContaining(ids) } });
  });

  it("reports a lost conversation instead of starting a new one", async () => {
    await using bed = await openTestBed();
    const { turn } = await bed.start("#script say hello", resume);
    expect(await turn.outcome).toMatchObject({ kind: "conversation_lost" });
    expect(bed.model.requests()).toEqual([]);
  });
});

describe("an end from outside", () => {
  const busy = "#script bash cmd=(setsid sh -c 'touch deep; exec sleep 300' &) ; touch busy; sleep 301";

  it("interrupts a tool and leaves no descendant, even in a separate process group", async () => {
    await using bed = await openTestBed();
    const { turn } = await bed.start(busy);
    await Promise.all([fileAt(join(bed.workspace.cwd, "busy")), fileAt(join(bed.workspace.cwd, "deep"))]);
    await Promise.all([turn.interrupt(), turn.interrupt()]);
    expect(await bed.living()).toEqual([]);
    expect(await turn.outcome).toEqual({ kind: "interrupted" });
  });

  it("interrupts a waiting model, and before the process is up", async () => {
    await using bed = await openTestBed();
    const { turn } = await bed.start("#script hang");
    await vi.waitFor(() => expect(bed.model.requests()).toHaveLength(1), { timeout: 20_000 });
    await turn.interrupt();
    expect(await turn.outcome).toEqual({ kind: "interrupted" });

    const early = await bed.start("#script say never", resume);
    await early.turn.interrupt();
    expect(await early.turn.outcome).toEqual({ kind: "interrupted" });
    const starting = await bed.start("#script say never", resume);
    await starting.pid;
    await starting.turn.interrupt();
    expect(await starting.turn.outcome).toEqual({ kind: "interrupted" });
    expect(bed.model.requests()).toHaveLength(1);
  });

  it("reports a kill, ends remaining processes, and resumes with the prompt even after half a line", async () => {
    await using bed = await openTestBed();
    const { turn, pid } = await bed.start(busy);
    await fileAt(join(bed.workspace.cwd, "deep"));
    process.kill(await pid, "SIGKILL");
    expect(await turn.outcome).toMatchObject({ kind: "killed", signal: "SIGKILL" });
    expect(await bed.living()).toEqual([]);

    const next = await bed.start("#script say after", resume);
    expect(await next.turn.outcome).toMatchObject({ kind: "completed", lastMessage: "after" });
    const file = await bed.runtime.transcriptFile(bed.workspace, "conversation-1");
    const whole = await readFile(file ?? "");
    await truncate(file ?? "", whole.length - 5);
    const again = await bed.start("#script say back", resume);
    expect(await again.turn.outcome).toMatchObject({ kind: "completed", lastMessage: "back" });
    expect(bed.model.requests().at(-1)?.prompts).toEqual([busy, "#script say after", "#script say back"]);
  });

  it("has the prompt on disk before the model has answered", async () => {
    await using bed = await openTestBed();
    const { turn, pid } = await bed.start("#script hang");
    await vi.waitFor(() => expect(bed.model.requests()).toHaveLength(1), { timeout: 20_000 });
    process.kill(await pid, "SIGKILL");
    await turn.outcome;
    const lines = await bed.transcript();
    expect(lines.some((line) => piTranscript.isPrompt(line, "#script hang"))).toBe(true);
  });
});

describe("a failed model call", () => {
  it.each<[string, object]>([
    ["error 401 message=bad", { kind: "api_error", error: "authentication", status: 401, retryable: false }],
    ["error 402 message=empty", { kind: "api_error", error: "billing", status: 402 }],
    [
      "error 400 message=prompt is too long: 9 tokens > 8 maximum",
      { kind: "api_error", error: "context_length" },
    ],
    ["error 404 message=model: none", { kind: "api_error", error: "model_not_found", status: 404 }],
    ["limit resets_in=3600", { kind: "rate_limited", resetAt: expect.any(Number) }],
  ])("is reported by kind: %s", async (script, outcome) => {
    await using bed = await openTestBed();
    const { turn } = await bed.start(`#script ${script}`);
    expect(await turn.outcome).toMatchObject(outcome);
  });

  it("is retried by pi if it may pass, and the turn continues", async () => {
    await using bed = await openTestBed();
    const { turn, events } = await bed.start("#script error 500 times=1\n#script say better");
    expect(await turn.outcome).toMatchObject({ kind: "completed", lastMessage: "better" });
    expect(events).toContainEqual(
      expect.objectContaining({ kind: "retrying", attempt: 1, maxAttempts: 2, delayMs: 1_000 }),
    );
  });

  it("is retryable if pi has given up", async () => {
    await using bed = await openTestBed();
    const { turn } = await bed.start("#script error 529");
    expect(await turn.outcome).toMatchObject({ kind: "api_error", error: "overloaded", retryable: true });
  });

  it("asks for a sign-in if there is no key", async () => {
    await using bed = await openTestBed(() => ({}));
    const { turn } = await bed.start("#script say hello");
    expect(await turn.outcome).toMatchObject({
      kind: "api_error",
      error: "authentication",
      retryable: false,
    });
  });
});
