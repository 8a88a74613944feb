import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SmallModelAnswer, SmallModelPort } from "./domains/sessions/summaries/index.ts";
import type { AdHocCall } from "./domains/usage/ad-hoc-calls/index.ts";
import type { AgentRuntime, Completion } from "./runtimes/runtime.ts";

const usualLimitMs = 90_000;

export interface SmallModelDeps {
  runtimes: readonly AgentRuntime[];
  /** The owner wants such calls at all. */
  on: boolean;
  /** Holds the folder of each call while it lasts, and nothing else. */
  folder: string;
  /** First part of every marker; the next start ends by it whatever a killed one left running. */
  marker: string;
  /** The environment of an agent that carries this marker. */
  environment(marker: string): Readonly<Record<string, string>>;
  record(call: AdHocCall): void;
  /** How long an answer may take; 90 seconds unless told. */
  limitMs?: number;
}

/** One short question to the small model of a session's own runtime, outside the session's conversation. */
export function smallModel(deps: SmallModelDeps): SmallModelPort {
  const limitMs = deps.limitMs ?? usualLimitMs;
  let swept: Promise<void> | undefined;

  const runtimeOf = (id: string): AgentRuntime | undefined => deps.runtimes.find((known) => known.id === id);

  /** What a killed start left goes before the first call of this one. */
  async function newFolder(): Promise<string> {
    swept ??= rm(deps.folder, { recursive: true, force: true });
    await swept;
    await mkdir(deps.folder, { recursive: true, mode: 0o700 });
    return mkdtemp(join(deps.folder, "call-"));
  }

  const ask: SmallModelPort["ask"] = async (session, question) => {
    const runtime = runtimeOf(session.agentRuntime);
    if (!deps.on) return { kind: "unavailable", reason: "Calls to a small model are turned off" };
    if (!runtime)
      return { kind: "unavailable", reason: `${session.agentRuntime} is not a registered runtime` };
    const { source, system, prompt, signal } = question;
    const limit = AbortSignal.timeout(limitMs);
    const folder = await newFolder();
    try {
      const completion = await runtime.complete({
        system,
        prompt,
        folder,
        env: deps.environment(`${deps.marker}:${randomUUID()}`),
        signal: AbortSignal.any([signal, limit]),
      });
      if (completion.kind === "answered") {
        deps.record(usageOf(completion, { source, session }));
      }
      return completion;
    } catch (error) {
      return whyAborted(error, { signal, limit, limitMs });
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };

  return {
    offered: (runtime) => deps.on && runtimeOf(runtime) !== undefined,
    ask,
  };
}

/** A call is given up because the service stops or its time is over; anything else is a bug. */
function whyAborted(
  error: unknown,
  by: { signal: AbortSignal; limit: AbortSignal; limitMs: number },
): SmallModelAnswer {
  if (by.signal.aborted) return { kind: "stopped" };
  if (!by.limit.aborted) throw error;
  return { kind: "failed", message: `The small model gave no answer within ${by.limitMs / 1_000} seconds` };
}

function usageOf(
  { model, requestId, usage }: Extract<Completion, { kind: "answered" }>,
  of: { source: string; session: { id: number; agentRuntime: string } },
): AdHocCall {
  const { id, agentRuntime } = of.session;
  return { source: of.source, subjectSessionId: id, agentRuntime, model, requestId, ...usage };
}
