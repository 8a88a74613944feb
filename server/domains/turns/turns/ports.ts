import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { DiskWatch, ProcessLimits } from "../../../lib/limits/index.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { Sandboxes } from "../../../lib/sandbox/index.ts";
import type { SessionPasses } from "../../../lib/session-passes.ts";
import type { Tracing } from "../../../lib/tracing.ts";
import type { AgentQuestion, AgentReply } from "../../../runtimes/agent-question.ts";
import type { Event } from "../../../runtimes/event.ts";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import type { AccountLoan, AgentRuntime, Equipment } from "../../../runtimes/runtime.ts";
import type { ReportedUsage } from "../../../runtimes/usage-meter.ts";
import type { ExperimentalValues } from "../../owner/experimental-settings/model.ts";
import type {
  SessionLogPort,
  SessionRow,
  SessionService,
  TurnSignsBoard,
} from "../../sessions/sessions/index.ts";
import type { RequiredSignIn } from "../../sessions/sessions/model.ts";
import type { SubagentService } from "../../transcripts/subagents/index.ts";
import type { LargeConversations, TranscriptService } from "../../transcripts/transcripts/index.ts";
import type { RepositorySandboxService } from "../../workspace/sandboxes/index.ts";
import type { RepositoryTrustService } from "../../workspace/trust/index.ts";
import type { WorkspaceService } from "../../workspace/workspaces/index.ts";
import type { ActivityService } from "../activity/index.ts";
import type { CommandService } from "../commands/index.ts";
import type { MessageService } from "../messages/index.ts";
import type { SilenceLimits } from "./silence-rules.ts";

/** How a message arrived. */
type WrittenAs = "follow_up" | "enqueued_message" | "enqueued_message_edited";

/** Who may take a slot: a turn of a spot session waits in the spot queue until it is admitted. */
export interface SpotGate {
  /** Decides, and reserves nothing: the row that then moves takes the slot. Inside the caller's transaction. */
  admits(session: SessionRow, of: { holdsSlot: boolean }): boolean;
  /** The session's turn was put into the spot queue. Inside the same transaction. */
  onHeld(session: SessionRow): void;
  /** Which job of the agents lane goes first. */
  lanePriority(session: SessionRow): number;
}

/** What a turn runs on. */
export type TurnAccount =
  /** The machine's own sign-in or key: the runtime has no accounts. */
  | { kind: "machine" }
  /** Without a loan it is the CLI's own sign-in on this machine. */
  | { kind: "account"; id: number; loan: AccountLoan | null }
  | DryPool;

/** The runtime has accounts, and none serves: until `at`, or until a person does something. */
export interface DryPool {
  kind: "dry";
  why: "quota" | "credential";
  at: number;
  message: string;
}

/** The accounts that agents run on. */
export interface TurnAccounts {
  lend(runtime: string, sessionId: number): TurnAccount;
  /**
   * Before any turn of this start: takes over the tokens that CLIs renewed while nobody watched. Their processes have ended.
   */
  recover(homeOf: (sessionId: number) => string): Promise<void>;
  /**
   * What the end of a turn says of its account. Returns how the session goes on if the account is spent or was refused:
   * on another one, which the sentence names, or not. Null if the end has nothing to do with the account.
   */
  settle(
    account: Extract<TurnAccount, { kind: "account" }>,
    of: { sessionId: number; outcome: AgentOutcome; model: string | null },
  ): { kind: "rotated"; message: string } | DryPool | null;
  /** How a turn ended, with when its limit ends if only the provider can say. */
  dated(account: TurnAccount, outcome: AgentOutcome): Promise<AgentOutcome>;
  /** A reading of the account's windows that the CLI reported. */
  read(account: TurnAccount, windows: Extract<Event, { kind: "quota" }>["windows"]): void;
  /** Whether the runtime has an account that serves. */
  serves(runtime: string): boolean;
}

/** What turns need of other services. */
export interface TurnDeps {
  database: Database;
  jobs: JobQueue;
  clock: Clock;
  log: Logger;
  /** Without it, turns are not traced. */
  tracing?: Tracing | undefined;
  sessions: SessionService;
  messages: MessageService;
  transcripts: TranscriptService;
  /** Without it, long conversations are written on this thread. */
  largeConversations?: LargeConversations | undefined;
  subagents: Pick<SubagentService, "follow">;
  workspaces: WorkspaceService;
  sandboxes: Pick<Sandboxes, "problem"> & Pick<RepositorySandboxService, "plan" | "rootProblemOnDisk">;
  runtimes: readonly AgentRuntime[];
  sessionLog: SessionLogPort;
  /** Shows a person what the agent of a turn asks, and waits. Never rejects. */
  ask(sessionId: number, question: AgentQuestion): Promise<AgentReply>;
  /** Prompts that begin with a slash. */
  commands: Pick<CommandService, "read" | "aboutConversation" | "refuse" | "answer">;
  gate: SpotGate;
  /** The session's servers, skills and hooks with every variable resolved; throws a Refusal whose `reason` is that of the failure. */
  equipment(session: SessionRow): Equipment;
  /** Whether the repository's own settings may take effect, and which it brings. */
  repositoryTrust: Pick<RepositoryTrustService, "of" | "settingsIn">;
  /** Before a turn starts: renews the tokens of the session's servers. Never throws. */
  refreshCredentials(session: SessionRow): Promise<void>;
  accounts: TurnAccounts;
  /** The experimental settings of a turn: called once, right before its CLI is started. */
  experiments(session: SessionRow): ExperimentalValues;
  /** The session's servers that a person must sign in to first. */
  missingSignIns(session: SessionRow): readonly RequiredSignIn[];
  goals: {
    accept(goal: string | null): string | null;
    /** The text that states a goal below a prompt; null for no goal and for an id that left the catalog. */
    block(goal: string | null): string | null;
    /** Whether the goal is still in the catalog. */
    stillKnown(goal: string): boolean;
  };
  /** Reads what the session has spent, so that a limit on it holds its next turn. */
  readSpending(session: SessionRow): Promise<void>;
  /** A restart cancels the wakes the session set for itself. Inside the restart's transaction. */
  cancelWakes(sessionId: number): void;
  /** Stores what a person wrote, if the caller is one. Inside the transaction that stores it for the agent. */
  recordHumanMessage(actor: Actor, words: { sessionId: number; as: WrittenAs; content: string }): void;
  /** Records that one session wrote to another. After the delivery, which this cannot undo. */
  recordSeniority(acting: number | null | undefined, target: number, actor: Actor): void;
  /** Throws while there is too little disk space for new work. */
  admit(): void;
  /** Lets the agent of a turn reach the service, until the turn has ended. */
  passes: Pick<SessionPasses, "open">;
  /** What the turn under way shows besides its rows. */
  signs: Pick<TurnSignsBoard, "show">;
  /** How long an agent may give no sign of life. */
  silenceLimits: SilenceLimits;
  /** What holds the processes of a turn to their limits. */
  limits: Pick<ProcessLimits, "limits" | "open" | "sweep"> & { disk: Pick<DiskWatch, "follow"> };
  /** Text as the agent writes it, for open pages; null once the text is complete. */
  partial(sessionId: number, text: string | null): void;
  /** Stores what the CLI reported that calls to models used. */
  reportedUsage(sessionId: number, usage: ReportedUsage): void;
  /** What the agent does now, while its turn is active. */
  activity: Pick<ActivityService, "begin" | "step" | "end" | "of">;
  /** How long the files of an archived session, and its work that no remote has, are kept. */
  trashKeptMs(): number;
  newId(): string;
  /** Removes secrets from what an agent or a provider said. */
  redact(text: string): string;
}
