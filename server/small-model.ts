import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SmallModelAnswer, SmallModelPort } from "./domains/sessions/sessions/index.ts";
import type { AdHocCall } from "./domains/usage/ad-hoc-calls/index.ts";
import type { AgentRuntime, Completion, CompletionRequest } from "./runtimes/runtime.ts";

const defaultTimeoutMs = 90_000;

export interface SmallModelDeps {
  runtimes: readonly AgentRuntime[];
  /** Whether the owner allows such calls. */
  enabled: boolean;
  /** Holds one temporary folder per call, and nothing else. */
  folder: string;
  /** Prefix of every process marker, by which the next start ends what a killed service left running. */
  marker: string;
  /** The environment of an agent process with this marker. */
  environment(marker: string): Readonly<Record<string, string>>;
  /** The account that a call of the runtime runs on; null for the machine's own, a sentence if none serves. */
  lend(runtime: string): CompletionRequest["loan"] | string;
  /** What a call may reach, given its folder. */
  sandbox(folder: string): CompletionRequest["sandbox"];
  record(call: AdHocCall): void;
  /** How long an answer may take; 90 seconds by default. */
  timeoutMs?: number;
}

/** One short question to the small model of a session's own runtime, outside the session's conversation. */
export function smallModel(deps: SmallModelDeps): SmallModelPort {
  const timeoutMs = deps.timeoutMs ?? defaultTimeoutMs;
  let cleared: Promise<void> | undefined;

  const runtimeOf = (id: string): AgentRuntime | undefined => deps.runtimes.find((known) => known.id === id);

  /** Removes what a killed service left, before the first call. */
  async function newFolder(): Promise<string> {
    cleared ??= rm(deps.folder, { recursive: true, force: true });
    await cleared;
    await mkdir(deps.folder, { recursive: true, mode: 0o700 });
    return mkdtemp(join(deps.folder, "call-"));
  }

  const ask: SmallModelPort["ask"] = async (session, question) => {
    const runtime = runtimeOf(session.agentRuntime);
    if (!deps.enabled) return { kind: "unavailable", reason: "The small model is turned off" };
    if (!runtime)
      return { kind: "unavailable", reason: `${session.agentRuntime} is not a registered runtime` };
    const loan = deps.lend(runtime.id) ?? null;
    if (typeof loan === "string") return { kind: "unavailable", reason: loan };
    const { source, system, prompt, signal } = question;
    const limit = AbortSignal.timeout(timeoutMs);
    const folder = await newFolder();
    try {
      const completion = await runtime.complete({
        system,
        prompt,
        folder,
        loan,
        env: deps.environment(`${deps.marker}:${randomUUID()}`),
        sandbox: deps.sandbox(folder),
        signal: AbortSignal.any([signal, limit]),
      });
      if (completion.kind === "answered") {
        deps.record(usageOf(completion, { source, session }));
      }
      return completion;
    } catch (error) {
      return answerAfterAbort(error, { signal, limit, timeoutMs });
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };

  return {
    offered: (runtime) => deps.enabled && runtimeOf(runtime) !== undefined,
    ask,
  };
}

/** A call is aborted when the service stops or the time limit is reached; any other error is a bug. */
function answerAfterAbort(
  error: unknown,
  by: { signal: AbortSignal; limit: AbortSignal; timeoutMs: number },
): SmallModelAnswer {
  if (by.signal.aborted) return { kind: "stopped" };
  if (!by.limit.aborted) throw error;
  return { kind: "failed", message: `The small model did not answer within ${by.timeoutMs / 1_000} seconds` };
}

function usageOf(
  { model, requestId, usage }: Extract<Completion, { kind: "answered" }>,
  of: { source: string; session: { id: number; agentRuntime: string } },
): AdHocCall {
  const { id, agentRuntime } = of.session;
  return { source: of.source, subjectSessionId: id, agentRuntime, model, requestId, ...usage };
}
