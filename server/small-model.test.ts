import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../test/support/test-folder.ts";
import type { SessionRow } from "./domains/sessions/sessions/index.ts";
import type { AdHocCall } from "./domains/usage/ad-hoc-calls/index.ts";
import type { AgentRuntime, Completion, CompletionRequest } from "./runtimes/runtime.ts";
import { type SmallModelDeps, smallModel } from "./small-model.ts";

const session = { id: 7, agentRuntime: "pi" } as SessionRow;
const usage = { inputTokens: 90, outputTokens: 4, cacheReadTokens: 30, cacheCreationTokens: 0 };
const answered: Completion = { kind: "answered", text: "Greeter", model: "small", requestId: "r-1", usage };

/** A small model whose CLI does what `complete` says. */
async function openModel(complete: AgentRuntime["complete"], more: Partial<SmallModelDeps> = {}) {
  const folder = await makeTestFolder();
  const recorded: AdHocCall[] = [];
  const model = smallModel({
    runtimes: [{ id: "pi", complete } as AgentRuntime],
    enabled: true,
    folder: folder.at("inference"),
    marker: "signalbox-test:inference",
    environment: (marker) => ({ MARKER: marker }),
    lend: () => null,
    sandbox: () => null,
    record: (call) => void recorded.push(call),
    ...more,
  });
  const stop = new AbortController();
  const ask = () =>
    model.ask(session, {
      source: "session_title",
      system: "Be brief.",
      prompt: "Which title?",
      signal: stop.signal,
    });
  return { model, ask, stop, recorded, folder, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** A CLI that only ends when it is aborted. */
const endless = ({ signal }: CompletionRequest): Promise<Completion> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

describe("a question to the small model", () => {
  it("is asked in an empty folder of its own that is gone afterwards", async () => {
    const seen: { mode: number; files: string[]; folder: string; marker: string | undefined }[] = [];
    await using bed = await openModel(async ({ folder, env }) => {
      const { mode } = await stat(folder);
      seen.push({ mode: mode & 0o777, files: await readdir(folder), folder, marker: env["MARKER"] });
      return answered;
    });
    expect(await bed.ask()).toMatchObject({ kind: "answered", text: "Greeter" });
    await bed.ask();
    const [first, second] = seen;
    expect(first).toMatchObject({ mode: 0o700, files: [] });
    expect(first?.marker).toMatch(/^signalbox-test:inference:.{36}$/);
    expect(first?.marker).not.toBe(second?.marker);
    expect(await readdir(dirname(first?.folder ?? ""))).toEqual([]);
  });

  it("is recorded by its counts, without a price", async () => {
    await using bed = await openModel(() => Promise.resolve(answered));
    await bed.ask();
    expect(bed.recorded).toEqual([
      {
        source: "session_title",
        subjectSessionId: 7,
        agentRuntime: "pi",
        model: "small",
        requestId: "r-1",
        ...usage,
      },
    ]);
  });

  it("runs on the account that serves, and is not asked while none does", async () => {
    const loans: CompletionRequest["loan"][] = [];
    const complete = ({ loan }: CompletionRequest) => {
      loans.push(loan);
      return Promise.resolve(answered);
    };
    const key = { kind: "api_key", apiKey: "sk-of-the-account" } as const;
    await using bed = await openModel(complete, { lend: () => key });
    await bed.ask();
    await using dry = await openModel(complete, { lend: () => "No account serves" });
    expect(await dry.ask()).toEqual({ kind: "unavailable", reason: "No account serves" });
    expect(loans).toEqual([key]);
  });

  it("fails when it takes too long", async () => {
    await using bed = await openModel(endless, { timeoutMs: 20 });
    expect(await bed.ask()).toEqual({
      kind: "failed",
      message: "The small model did not answer within 0.02 seconds",
    });
    expect(bed.recorded).toEqual([]);
  });

  it("stops with the service", async () => {
    await using bed = await openModel((request) => {
      bed.stop.abort();
      return request.signal.aborted ? Promise.reject(request.signal.reason as Error) : endless(request);
    });
    expect(await bed.ask()).toEqual({ kind: "stopped" });
    expect(await readdir(bed.folder.at("inference"))).toEqual([]);
  });

  it("passes on the CLI's error message, and rethrows a bug", async () => {
    await using bed = await openModel(() => Promise.resolve({ kind: "failed", message: "Overloaded" }));
    expect(await bed.ask()).toEqual({ kind: "failed", message: "Overloaded" });
    await using broken = await openModel(() => Promise.reject(new TypeError("a bug")));
    await expect(broken.ask()).rejects.toThrow("a bug");
  });

  it("removes what a killed service left", async () => {
    await using bed = await openModel(() => Promise.resolve(answered));
    await mkdir(bed.folder.at("inference", "call-old"), { recursive: true });
    await bed.ask();
    expect(await readdir(bed.folder.at("inference"))).toEqual([]);
  });
});

describe("a small model", () => {
  it("is offered for every registered runtime, unless the owner turned it off", async () => {
    await using bed = await openModel(() => Promise.resolve(answered));
    expect([bed.model.offered("pi"), bed.model.offered("unknown")]).toEqual([true, false]);
    await using off = await openModel(endless, { enabled: false });
    expect(off.model.offered("pi")).toBe(false);
    expect(await off.ask()).toEqual({
      kind: "unavailable",
      reason: "The small model is turned off",
    });
  });
});
