import { setTimeout as pause } from "node:timers/promises";
import { endAgentProcesses, identify } from "../../lib/processes/index.ts";
import { noteStep } from "../../lib/steps.ts";
import type { AgentConnection } from "../agent-connection.ts";
import type { LentCredentials } from "../credentials.ts";
import { programsOf } from "../equipment-rules.ts";
import { writeInHome } from "../home-folder.ts";
import { type LineProcess, type ProcessExit, startLineProcess } from "../line-process.ts";
import { liveReports } from "../live-reports.ts";
import type { AgentOutcome } from "../outcome.ts";
import type { AgentListener, AgentRequest } from "../runtime.ts";
import { startFailed } from "../start-failure.ts";
import { activitySteps } from "./activity.ts";
import { turnArguments } from "./arguments.ts";
import { classify, type Stop } from "./classify.ts";
import { environmentOf, markerOf } from "./environment.ts";
import { eventsOf } from "./events.ts";
import { layoutOf } from "./layout.ts";
import { promptMessage } from "./prompt.ts";
import {
  interruptRequest,
  type Message,
  mcpStatusRequest,
  readMessage,
  refusal,
  stopTaskRequest,
} from "./protocol.ts";
import { answerTool } from "./question.ts";
import {
  type AgentRecord,
  decidePause,
  freshRecord,
  isHopeless,
  limitEnd,
  observe,
  type Pause,
} from "./record.ts";
import { claudeReports } from "./reported.ts";
import { signOf } from "./signs.ts";
import { text } from "./text.ts";
import { transcriptFile } from "./transcript-file.ts";

/** How long silent background work may hold a finished turn open; some of it never ends. */
const backgroundLimitMs = 10 * 60_000;
/** The CLI wakes the agent about 10 ms after its last background task ended. */
const wakeMs = 1_000;
/** The CLI answers an interrupt, or that it stopped a task, within 30 ms. */
const answerLimitMs = 2_000;
/** From the closed stdin to the exit: 40 ms when all is done, 1.5 s while the CLI ends an interrupted tool. */
const exitLimitMs = 3_000;

export interface ConnectionInput {
  request: AgentRequest;
  listener: AgentListener;
  /** The login file that the turn runs on; null if it runs on a key. */
  credentials: LentCredentials | null;
}

/** One process per turn: the prompt goes in, and stdin is closed when the agent is idle. */
export class ClaudeConnection implements AgentConnection {
  readonly outcome: Promise<AgentOutcome>;
  readonly #request: AgentRequest;
  readonly #listener: AgentListener;
  readonly #live: ReturnType<typeof liveReports>;
  readonly #countUsage: ReturnType<typeof claudeReports>;
  /** Resolved when stdin is to be closed. */
  readonly #over = Promise.withResolvers<void>();
  /** The tasks that are to be stopped, until the CLI has answered. */
  readonly #stopping = new Map<string, (problem: string | null) => void>();
  #record: AgentRecord = freshRecord;
  #stop: Stop = null;
  #process: LineProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Once set, the outcome is decided, and an interrupt comes too late. */
  #closing = false;

  constructor({ request, listener, credentials }: ConnectionInput) {
    this.#request = request;
    this.#listener = listener;
    this.#live = liveReports(listener);
    this.#countUsage = claudeReports((usage) => listener.onEvent({ kind: "usage", usage }));
    this.outcome = this.#settle(credentials);
  }

  async interrupt(): Promise<void> {
    if (!this.#closing) this.#stop ??= { reason: "interrupt" };
    if (this.#process && !this.#record.idle) {
      this.#process.send(interruptRequest());
      await waitUpTo(answerLimitMs, this.#over.promise);
    }
    this.#over.resolve();
    await this.outcome;
  }

  async stopTask(taskId: string): Promise<string | null> {
    if (this.#process === null || this.#closing) return null;
    const answer = Promise.withResolvers<string | null>();
    this.#stopping.set(taskId, answer.resolve);
    this.#process.send(stopTaskRequest(taskId));
    await waitUpTo(answerLimitMs, Promise.race([answer.promise, this.#over.promise]));
    this.#stopping.delete(taskId);
    // With the turn, every task has ended.
    answer.resolve(this.#closing ? null : text.taskNotStopped);
    return answer.promise;
  }

  async #settle(credentials: LentCredentials | null): Promise<AgentOutcome> {
    const unfollow = credentials?.follow();
    const outcome = await this.#run().catch(startFailed);
    unfollow?.();
    try {
      await credentials?.copyBack();
    } catch (error) {
      // Other sessions do not get the refreshed login, but the outcome of this turn stays.
      const message = text.signInNotSaved(messageOf(error));
      this.#listener.onEvent({ kind: "notice", level: "warning", message });
    }
    return outcome;
  }

  async #run(): Promise<AgentOutcome> {
    const { workspace, cli, conversation } = this.#request;
    const resumed = conversation.kind === "resume";
    const transcript = resumed ? await transcriptFile(workspace.home, conversation.id) : null;
    if (resumed && transcript === null) return lost(conversation.id);

    const prompt = await promptMessage(this.#request.prompt);
    await writeSystemPrompt(this.#request);
    if (this.#stop) return { kind: "interrupted" };
    const child = await startLineProcess({
      command: cli.command,
      args: [...cli.args, ...turnArguments(this.#request, transcript)],
      cwd: workspace.cwd,
      env: environmentOf(this.#request),
      sandbox: workspace.sandbox,
      limits: workspace.limits,
      programs: programsOf(this.#request.equipment),
      onMessage: (line) => this.#onLine(line),
    });
    const exit = await this.#runProcess(child, prompt);
    return classify({ record: this.#record, stop: this.#stop, exit, resumed });
  }

  /** From the running process to the end of it and of all it started. */
  async #runProcess(child: LineProcess, prompt: object): Promise<ProcessExit> {
    this.#process = child;
    this.#listener.onProcess(child.pid);
    this.#listener.onConversation(this.#request.conversation.id);
    if (this.#stop) this.#over.resolve();
    else child.send(prompt);
    // Early, while the pid cannot belong to another process yet.
    const root = await identify(child.pid);

    await Promise.race([this.#over.promise, child.exit]);
    noteStep("agent finished");
    this.#closing = true;
    this.#waitFor("none");
    child.endInput();
    // With no background work left, the CLI exits and finishes its transcript.
    if (this.#record.backgroundTasks === 0) await waitUpTo(exitLimitMs, child.exit);
    await endAgentProcesses({ markerPrefix: markerOf(this.#request), roots: root ? [root] : [] });
    const exit = await child.exit;
    this.#over.resolve();
    this.#live.flush();
    return exit;
  }

  #onLine(line: Record<string, unknown>): void {
    this.#listener.onSign(signOf(line));
    this.#listener.onActivity();
    this.#live.steps(activitySteps(line));
    this.#countUsage(line);
    const message = readMessage(line);
    if (message) this.#onMessage(message);
    else this.#timer?.refresh();
  }

  #onMessage(message: Message): void {
    const isFirst = !this.#record.begun;
    this.#record = observe(this.#record, message);
    if (message.type === "text") this.#live.text(message.delta);
    for (const event of eventsOf(message)) this.#listener.onEvent(event);
    if (message.type === "request") this.#answer(message);
    if (message.type === "task_stopped") this.#stopping.get(message.taskId)?.(message.problem);
    if (message.type === "init" && isFirst) this.#askForServers(message.unreadyServers);
    if (isHopeless(this.#record, message))
      this.#giveUp({ reason: "hopeless", status: message.type === "retry" ? message.status : null });
    const until = limitEnd(message, Date.now());
    if (until !== null) this.#giveUp({ reason: "limited", until });
    this.#waitFor(this.#nextPause(message));
  }

  #answer({ requestId, tool }: Extract<Message, { type: "request" }>): void {
    if (tool === null) {
      this.#process?.send(refusal(requestId));
      return;
    }
    void answerTool({ requestId, tool }, this.#listener.onQuestion).then((answer) => {
      if (!this.#closing) this.#process?.send(answer);
    });
  }

  /** `init` names the servers that did not come up; only their status says why. */
  #askForServers(unready: readonly string[]): void {
    if (unready.length > 0) this.#process?.send(mcpStatusRequest());
  }

  /** An interrupted agent counts as idle even with background tasks; they are ended with it. */
  #nextPause(message: Message): Pause {
    const interrupted = this.#stop?.reason === "interrupt" && this.#record.idle;
    return interrupted ? "close" : decidePause(this.#record, message);
  }

  #waitFor(next: Pause): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#closing) return;
    if (next === "close") this.#over.resolve();
    if (next === "wake") this.#timer = setTimeout(() => this.#over.resolve(), wakeMs);
    if (next === "background") this.#timer = setTimeout(() => this.#endBackground(), backgroundLimitMs);
  }

  #giveUp(stop: Stop): void {
    this.#stop ??= stop;
    this.#process?.signal("SIGTERM");
  }

  #endBackground(): void {
    this.#stop ??= { reason: "background_limit" };
    const message = text.backgroundEnded(backgroundLimitMs / 60_000);
    this.#listener.onEvent({ kind: "notice", level: "warning", message });
    this.#over.resolve();
  }
}

async function waitUpTo(ms: number, promise: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  try {
    await Promise.race([promise, pause(ms, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

async function writeSystemPrompt({ workspace, systemPrompt }: AgentRequest): Promise<void> {
  if (systemPrompt === "") return;
  const files = layoutOf(workspace.home);
  await writeInHome(workspace.home, files.systemPrompt, systemPrompt);
}

function lost(id: string): AgentOutcome {
  return { kind: "conversation_lost", message: text.conversationMissing(id) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
