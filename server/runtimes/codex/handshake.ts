import { setTimeout as pause } from "node:timers/promises";
import { silenceLimit } from "../../lib/silence-limit.ts";
import { asList, asObject, asText, type Json } from "../json.ts";
import type { LineProcess } from "../line-process.ts";
import type { AgentOutcome } from "../outcome.ts";
import type { AgentListener, AgentRequest } from "../runtime.ts";
import { classifyExit, classifyFailure, classifyRefusal, httpStatus } from "./classify.ts";
import { isSupported } from "./config-toml.ts";
import { type Observer, observeTurn } from "./observe.ts";
import {
  answerServerRequest,
  answerToQuestion,
  questionOf,
  threadParams,
  trustOwnHooks,
  turnParams,
} from "./protocol.ts";
import { trustProblem } from "./repository-instructions.ts";
import { jsonRpc, type Rpc, type RpcAnswer } from "./rpc.ts";
import { text } from "./text.ts";

/** How long the CLI may take for each step before the turn. */
const handshakeMs = 60_000;
/** How long an interrupted turn may take to confirm it. */
const farewellMs = 1_500;

export interface CodexLink {
  /** Feeds one line of the process. */
  receive(message: Json): void;
  /** Runs the protocol of one turn; resolves with its outcome, while the process may still run. */
  run(child: LineProcess): Promise<AgentOutcome>;
  /** Asks the CLI to stop the turn; resolves when it confirms, or if there is no turn. */
  interrupt(): Promise<void>;
  /** Reports the remaining events to the listener, then nothing more. */
  end(): void;
}

interface Conversation {
  request: AgentRequest;
  listener: AgentListener;
  provider: string;
  rpc: Rpc;
  observer: Observer;
  threadId: string | null;
  turnId: string | null;
  /** Settles with the turn as the CLI last described it. */
  completed: PromiseWithResolvers<Json>;
}

export function startConversation(input: Pick<Conversation, "request" | "listener" | "provider">): CodexLink {
  const talk: Conversation = {
    ...input,
    rpc: jsonRpc({
      onNotification: (method, params) => notice(talk, method, params),
      onRequest: (method, params) => answer(input.listener, method, params),
    }),
    observer: observeTurn(input.listener, {
      model: input.request.model,
      ownThread: () => talk.threadId,
    }),
    threadId: null,
    turnId: null,
    completed: Promise.withResolvers<Json>(),
  };
  return {
    receive: (message) => talk.rpc.receive(message),
    run: (child) => run(talk, child),
    interrupt: async () => {
      const { threadId, turnId } = talk;
      if (threadId === null || turnId === null) return;
      void talk.rpc.call("turn/interrupt", { threadId, turnId });
      await talk.completed.promise;
    },
    end: () => talk.observer.end(),
  };
}

async function answer({ onQuestion }: AgentListener, method: string, params: Json): Promise<object | null> {
  if (method !== "item/tool/requestUserInput") return answerServerRequest(method);
  const question = questionOf(params);
  const reply = onQuestion ? await onQuestion(question) : nobodyAnswers;
  return answerToQuestion(question, reply);
}

const nobodyAnswers = { kind: "declined", reason: text.nobodyToAnswer } as const;

/** Gives the CLI some time to record the interruption in its rollout. */
export async function interruptTurn(link: CodexLink): Promise<void> {
  await Promise.race([link.interrupt(), pause(farewellMs, undefined, { ref: false })]);
}

function notice(talk: Conversation, method: string, params: Json): void {
  talk.listener.onActivity();
  const isOwn = talk.threadId !== null && params["threadId"] === talk.threadId;
  const error = asObject(params["error"]);
  if (isOwn && method === "error" && params["willRetry"] === true && httpStatus(error) === 401) {
    // Codex would send the same wrong key five more times.
    const message = asText(error["additionalDetails"]) ?? error["message"];
    talk.completed.resolve({ status: "failed", error: { ...error, message } });
    return;
  }
  talk.observer.see(method, params);
  // A compaction is a turn whose id only this says.
  if (isOwn && method === "turn/started") talk.turnId ??= asText(asObject(params["turn"])["id"]);
  if (isOwn && method === "turn/completed") talk.completed.resolve(asObject(params["turn"]));
}

async function run(talk: Conversation, child: LineProcess): Promise<AgentOutcome> {
  talk.rpc.connect((message) => child.send(message));
  void child.exit.then(() => talk.rpc.close());
  const exited = child.exit.then((exit) => classifyExit(exit, talk.turnId !== null));
  const refused = await openTurn(talk);
  if (refused?.kind === "error") {
    return refused.code === 0 ? exited : classifyRefusal(refused, "");
  }
  return Promise.race([talk.completed.promise.then((turn) => turnOutcome(turn, talk.observer)), exited]);
}

/** Everything up to the running turn; the first refusal ends it. */
async function openTurn(talk: Conversation): Promise<RpcAnswer | null> {
  const { request, rpc } = talk;
  const greeted = await step(rpc, "initialize", {
    clientInfo: { name: "signalbox", title: "Signalbox", version: "1" },
  });
  if (greeted.kind === "error") return greeted;
  rpc.notify("initialized");

  const trusted = await ownHookTrust(talk);
  if (trusted.kind === "error") return trusted;
  const method = request.conversation.kind === "start" ? "thread/start" : "thread/resume";
  const params = threadParams(request, { provider: talk.provider, trustedHooks: trusted.result });
  const opened = await step(rpc, method, params);
  if (opened.kind === "error") return opened;
  const threadId = asText(asObject(opened.result["thread"])["id"]);
  if (threadId === null) return { kind: "error", code: 1, message: text.rpc.noThread(method) };
  const problem = await trustProblem(request.workspace);
  if (problem !== null) return { kind: "error", code: 1, message: problem };
  talk.threadId = threadId;
  talk.listener.onConversation(threadId);
  reportUnsupported(talk);

  return request.prompt.command?.name === "compact" ? startCompaction(talk) : startTurn(talk, threadId);
}

async function startTurn(talk: Conversation, threadId: string): Promise<RpcAnswer | null> {
  const started = await step(talk.rpc, "turn/start", turnParams(threadId, talk.request));
  if (started.kind === "error") return started;
  talk.turnId = asText(asObject(started.result["turn"])["id"]);
  return null;
}

/** Its answer comes at once, and the notifications are those of a turn. */
async function startCompaction({
  rpc,
  threadId,
  request,
  listener,
}: Conversation): Promise<RpcAnswer | null> {
  if (request.prompt.command?.argument)
    listener.onEvent({ kind: "notice", level: "warning", message: text.keepsNothing });
  const started = await step(rpc, "thread/compact/start", { threadId });
  return started.kind === "error" ? started : null;
}

async function ownHookTrust({ request, rpc }: Conversation): Promise<RpcAnswer> {
  if (request.equipment.hooks.length === 0) return { kind: "result", result: {} };
  const listed = await step(rpc, "hooks/list", { cwds: [request.workspace.cwd] });
  return listed.kind === "error" ? listed : { kind: "result", result: trustOwnHooks(listed.result) };
}

function step(rpc: Rpc, method: string, params: object): Promise<RpcAnswer> {
  const late: RpcAnswer = {
    kind: "error",
    code: 1,
    message: text.rpc.noAnswer(method, handshakeMs / 1000),
  };
  // Time in which the machine sleeps or the service is stopped does not count.
  const limit = silenceLimit(handshakeMs);
  const overdue = Promise.withResolvers<RpcAnswer>();
  limit.signal?.addEventListener("abort", () => overdue.resolve(late), { once: true });
  return Promise.race([rpc.call(method, params), overdue.promise]).finally(limit.end);
}

function reportUnsupported({ request, listener }: Conversation): void {
  for (const server of request.equipment.mcpServers) {
    if (isSupported(server)) continue;
    const message = text.server.unsupported;
    listener.onEvent({ kind: "mcp_server_failed", server: server.name, message });
  }
}

function turnOutcome(turn: Json, observer: Observer): AgentOutcome {
  const error = asObject(turn["error"]);
  switch (turn["status"]) {
    case "completed":
      return { kind: "completed", lastMessage: lastMessageOf(turn) ?? observer.lastMessage() };
    case "interrupted":
      return { kind: "interrupted" };
    default:
      return classifyFailure(error, observer.quota());
  }
}

function lastMessageOf(turn: Json): string | null {
  const messages = asList(turn["items"])
    .map(asObject)
    .filter((item) => item["type"] === "agentMessage");
  return asText(messages.at(-1)?.["text"]);
}
