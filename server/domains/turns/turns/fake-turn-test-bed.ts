import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentConnection } from "../../../runtimes/agent-connection.ts";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import type { AgentListener, AgentRequest } from "../../../runtimes/runtime.ts";
import { jsonl, type Said } from "../../transcripts/transcripts/transcript-test-bed.ts";

export const completed: AgentOutcome = { kind: "completed", lastMessage: null };

export const conversationFile = (workspace: { home: string }, id: string): string =>
  join(workspace.home, `${id}.jsonl`);

/** A turn as the agent's side sees it. */
export class FakeTurn {
  readonly request: AgentRequest;
  readonly listener: AgentListener;
  interrupts = 0;
  readonly stoppedTasks: string[] = [];
  /** Why it does not stop a task. */
  stopProblem: string | null = null;
  private readonly ending = Promise.withResolvers<AgentOutcome>();

  constructor(request: AgentRequest, listener: AgentListener) {
    this.request = request;
    this.listener = listener;
  }

  get outcome(): Promise<AgentOutcome> {
    return this.ending.promise;
  }

  async interrupt(): Promise<void> {
    this.interrupts += 1;
    this.ending.resolve({ kind: "interrupted" });
  }

  /** Ends whatever task it is asked to. */
  stopTask?: NonNullable<AgentConnection["stopTask"]> = async (taskId) => {
    this.stoppedTasks.push(taskId);
    return this.stopProblem;
  };

  /** Writes lines where the CLI keeps its conversation. */
  async say(...lines: Said[]): Promise<void> {
    const { workspace, conversation } = this.request;
    await appendFile(conversationFile(workspace, conversation.id), jsonl(lines));
  }

  /** Notes the prompt it was given, answers and ends. */
  async answer(text: string, outcome: AgentOutcome = completed): Promise<void> {
    await this.say({ kind: "user", text: this.request.prompt.text }, { kind: "assistant", text });
    this.end(outcome);
  }

  end(outcome: AgentOutcome): void {
    this.ending.resolve(outcome);
  }
}
