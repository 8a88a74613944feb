import type { HeldProcesses } from "../lib/limits/index.ts";
import type { CliFolders, SandboxRoom } from "../lib/sandbox/index.ts";
import type { AccountProbe } from "./account-probe.ts";
import type { AgentConnection } from "./agent-connection.ts";
import type { AgentQuestion, AgentReply } from "./agent-question.ts";
import type { LoginKeeper } from "./credentials.ts";
import type { Event } from "./event.ts";
import type { LoginCommand } from "./login-command.ts";
import type { Logins } from "./logins.ts";
import type { McpApp } from "./mcp-app.ts";
import type { CallContext, LineUsage } from "./model-call.ts";
import type { ProviderKeyReader } from "./provider-key.ts";
import type { SkillSource } from "./skill-source.ts";
import type { SlashCommands } from "./slash-commands.ts";
import type { TimelineEvent } from "./timeline.ts";

/** A model as a runtime offers it (R206). */
export interface RuntimeModel {
  id: string;
  label: string;
  /** Reasoning levels the model takes, weakest first; empty when it takes none. */
  effortLevels: readonly EffortLevel[];
  defaultEffort: EffortLevel | null;
}

/** The name of a model, as one CLI reads it. */
export interface ModelName {
  /** Without what may come with a name: a date, the size of the context, the provider it is reached through. */
  plain: string;
  /** Whether the CLI itself knows it. What it does not know may still be a model, because vendors add them at any time. */
  isKnown: boolean;
}

/** What the CLI said of a model. */
export type ModelLookup =
  | { kind: "answered"; isListed: boolean; version: string }
  /** A sentence. */
  | { kind: "unanswered"; reason: string };

export type EffortLevel = "low" | "medium" | "high" | "xhigh" | "max";

/** Where a CLI was found, or a sentence that says what to install. */
export type LocatedCli =
  | { kind: "found"; command: string; args: readonly string[]; version: string }
  /** `version`: of one that is there, but too old. */
  | { kind: "missing"; message: string; version?: string };

/** One MCP server with every variable already resolved. */
export type McpServer =
  | {
      name: string;
      type: "stdio";
      command: string;
      args: readonly string[];
      env: Readonly<Record<string, string>>;
      startupTimeoutSec?: number;
      /** How long one call may take; the runtime's own limit by default. */
      toolTimeoutSec?: number;
    }
  | {
      name: string;
      type: "sse" | "streamable-http";
      url: string;
      headers: Readonly<Record<string, string>>;
      startupTimeoutSec?: number;
      /** What it offers, if that is known: a runtime need not connect to list it. */
      tools?: readonly McpTool[];
    };

/** A tool as its MCP server lists it. */
export interface McpTool {
  name: string;
  description?: string;
  /** JSON Schema. */
  inputSchema: object;
}

export interface HookSource {
  id: string;
  /** Absolute folder that holds the hook's scripts. */
  path: string;
  /** AIR event name (session_start, pre_tool_call, ...) or the vendor's own, verbatim. */
  event: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  timeoutSeconds?: number;
  matcher?: string;
}

export interface Equipment {
  mcpServers: readonly McpServer[];
  skills: readonly SkillSource[];
  hooks: readonly HookSource[];
}

/** The session's clone, and what of it may run. */
export interface Repository {
  /** The clone's top folder. */
  folder: string;
  /**
   * Whether settings in the clone (hooks, MCP servers, extensions, environment) take effect. Without it the CLI reads the
   * repository's instructions and nothing else of it.
   */
  trusted: boolean;
}

/** The places one session works in; every path is absolute and exists. */
export interface Workspace {
  sessionId: number;
  /** Where the agent starts: the clone, or its subdirectory. */
  cwd: string;
  repository: Repository;
  /** The CLI's own configuration home, private to this session. */
  home: string;
  /** Survives the clone; the agent may leave files here. */
  scratch: string;
  /** Environment of the agent: inherited, less the service's secrets, with the session's marker. */
  env: Readonly<Record<string, string>>;
  /** Whether its sandbox keeps the agent from pushing to where the clone was made from, a repository on this machine. */
  originIsReadOnly?: boolean;
  /** What the agent may reach; null if it runs without a sandbox. */
  sandbox: SandboxRoom | null;
  /** What holds its processes to their limits; absent for no limits. */
  limits?: HeldProcesses;
  /** The account that the turn runs on; without one the machine's own sign-in or key is used. */
  loan?: AccountLoan | null;
}

/** The credential of an account, lent to a session for one turn. */
export type AccountLoan =
  | { kind: "api_key"; apiKey: string }
  /** A sign-in of the CLI that we keep. */
  | { kind: "sign_in"; login: LoginKeeper };

export interface Prompt {
  text: string;
  /** What the text is if it is nothing but a command about the conversation. */
  command?: { name: string; argument: string };
  /** Absolute paths of images that go to the model as images. */
  images: readonly string[];
}

export interface AgentRequest {
  workspace: Workspace;
  cli: Extract<LocatedCli, { kind: "found" }>;
  equipment: Equipment;
  prompt: Prompt;
  model: string;
  effort: EffortLevel | null;
  /** Appended to the CLI's own system prompt; empty for none. */
  systemPrompt: string;
  /** Token count at which the CLI compacts, if it has such a setting. */
  autoCompactWindow: number | null;
  /** Whether the CLI may look up MCP tools when it needs them, if it can, in place of describing all to the model. */
  toolSearch: boolean;
  /**
   * `start`: a new conversation. We choose the id if the CLI lets us.
   * `resume`: continue the conversation that the CLI stored under this id.
   */
  conversation: { kind: "start"; id: string } | { kind: "resume"; id: string };
}

/** The CLI said something: it lives. Ids of tool calls that begin and end with it. */
export interface Sign {
  begun?: readonly string[];
  ended?: readonly string[] | "all";
  /** How many commands and agents work in the background from now on; they outlive the end of an answer. */
  background?: number;
}

/** Called in order, never after the outcome has settled. Must not throw. */
export interface AgentListener {
  /** The process runs; called before the prompt is sent. */
  onProcess(pid: number): void;
  /** The CLI's own id of the conversation, as soon as it is known; resume needs it. */
  onConversation(id: string): void;
  /** The runtime's transcript file may have grown; a hint, never the content. */
  onActivity(): void;
  /** With every message of the CLI. */
  onSign(sign: Sign): void;
  /** Something worth a line in the session's log or a mark on the board. */
  onEvent(event: Event): void;
  /** The agent asks a person and waits. Never rejects; without it, nobody answers. */
  onQuestion?(question: AgentQuestion): Promise<AgentReply>;
}

/** Where a line belongs to. */
export interface LineThread {
  /** The CLI's id of the subagent; empty for the session's own agent. */
  agent: string;
  /** Identifies the answer that the line is a part of; null if it is none, or later lines say which. */
  answer: string | null;
  /** The conversation that begins with this line, if one does: nothing before it is part of its prompts. */
  conversation: string | null;
  /** The call on this line did not have the conversation as its prompt. */
  hasOwnContext?: boolean;
}

/** That of a line of a transcript with one agent, whose lines do not say more. */
export const noThread: LineThread = { agent: "", answer: null, conversation: null };

/** Characters of a line that `isBookkeeping` is given. */
export const startLength = 40;

/** Reads one vendor's transcript lines. Pure; a line is one parsed JSON object. */
export interface TranscriptReader {
  /** False for lines that are the CLI's bookkeeping and no part of the conversation's record. */
  keeps(line: unknown): boolean;
  /** Whether the start of a line shows that it is such bookkeeping, so that the rest of it need not be read. */
  isBookkeeping?(start: string): boolean;
  /** Timeline events of one line; an unknown line gives one `system` event, never none. */
  events(line: unknown): readonly TimelineEvent[];
  /** True when the line is a person's (or the service's) prompt, as opposed to a tool result or notice. */
  isPrompt(line: unknown, text: string): boolean;
  /** Whether the CLI did with this line what the prompt, a command, asked of it. The command itself is on no line. */
  isResultOf?(line: unknown, prompt: string): boolean;
  /** Whether a call's result says no more than that the CLI gave the call up, as when its process was ended. */
  isGivenUp?(result: string): boolean;
  /** The pictures of one line in base64, in the order of the events that count them. */
  images?(line: unknown): readonly string[];
  /** The MCP apps of one line, in the order of the events that count them. */
  apps?(line: unknown): readonly McpApp[];
  /** Tokens the conversation came to with this line, as the CLI counts them for itself; null when it does not say. */
  tokens?(line: unknown): number | null;
  /** The call to a model that a line records, read in order; `context` is what the line before left. */
  usage?(line: unknown, context: CallContext): LineUsage;
  /** Whose conversation a line is part of; that of the one agent that a transcript has, if there is no such function. */
  thread?(line: unknown): LineThread;
}

/** A small model's answer to one question, apart from every session. */
export interface CompletionRequest {
  system: string;
  prompt: string;
  /** An empty folder, mode 0700: the CLI's home and working folder; the caller removes it. */
  folder: string;
  /** The service's environment as agents get it (base URLs, keys), with its own marker. */
  env: Readonly<Record<string, string>>;
  /** The account that it runs on; without one, the machine's own sign-in or key. */
  loan?: AccountLoan | null;
  sandbox: SandboxRoom | null;
  signal: AbortSignal;
}

export type Completion =
  | {
      kind: "answered";
      text: string;
      model: string;
      requestId: string | null;
      usage: {
        inputTokens: number;
        outputTokens: number;
        cacheReadTokens: number;
        cacheCreationTokens: number;
      };
    }
  /** No CLI or no credential: nothing was asked. */
  | { kind: "unavailable"; reason: string }
  | { kind: "failed"; message: string };

/** A file in which a CLI records an agent that the session's agent started. */
export interface SubagentFile {
  agentId: string;
  path: string;
  toolUseId: string | null;
  subagentType: string | null;
  description: string | null;
  /** Null when the CLI does not say. */
  finished: boolean | null;
}

/** How a person installs and signs in to a CLI, in words to show (E138). */
export interface CliGuide {
  installInstructions: string;
  authInstructions: string;
  /** What to type to install it and to sign in; null if no single command does. */
  installCommand: string | null;
  signInCommand: string | null;
  /** The variable that carries a key, if there is one. */
  envVarName: string | null;
}

/** Whether the owner is signed in, as far as can be known without asking the provider. */
export interface SignIn {
  authenticated: boolean;
  /** Such as `api_key`, `subscription`; null when not signed in. */
  method: string | null;
}

/** What of a vendor's CLI can be known without loading what starts an agent: by worker threads, sandboxes and SQL. */
export interface RuntimeFacts {
  readonly id: RuntimeId;
  readonly transcript: TranscriptReader;
  /**
   * Writes stored lines where the CLI resumes from, under this id and for this folder: ids and paths inside the
   * lines are rewritten, and an end that the CLI would not take up (a tool call without its result) is left out.
   * Resolves with the file, or null when the lines hold no conversation.
   */
  writeConversation(
    workspace: Pick<Workspace, "cwd" | "home">,
    conversation: { id: string; lines: readonly string[] },
  ): Promise<string | null>;
  /** Whether its records did not say once how long a cache is kept, and it kept all of it for an hour (R179). */
  readonly cachesForAnHour: boolean;
  /** Whether the CLI reports what its subagents spend while a turn runs. */
  readonly reportsSubagents: boolean;
  /** Whether it runs on accounts, of which the next one serves when one is used up; otherwise it takes a key. */
  readonly hasAccounts: boolean;
  readonly homeFolders: CliFolders;
  /** What the names of its provider's variables begin with, such as `OPENAI`. */
  readonly providerPrefix: string;
}

/** Everything core code may know of one vendor's CLI. */
export interface AgentRuntime extends RuntimeFacts {
  readonly label: string;
  readonly models: readonly RuntimeModel[];
  readonly defaultModel: string;
  /** Reads a text as the name of a model; null if this CLI cannot mean one by it. */
  readModelName(id: string): ModelName | null;
  /**
   * Asks the CLI, with an environment such as agents inherit, whether it lists a model; a CLI without such a list has
   * none of this. Never rejects.
   */
  lookUpModel?(id: string, environment: Readonly<Record<string, string | undefined>>): Promise<ModelLookup>;
  /** Where a repository can place settings for this CLI, relative to its top folder or any folder in it. */
  readonly repositorySettings: readonly string[];
  /**
   * Bundled, configured or found on PATH. Cheap enough to call before each turn (cached by file time). Throws what the
   * machine is short of for a while, such as open files.
   */
  locate(): Promise<LocatedCli>;
  /** Of the CLI, such as `2.1`: what it speaks was not known before. `locate` finds no older one. */
  readonly oldestVersion: string;
  /** Installs equipment, configuration and credentials where the CLI looks for them. Safe to run again. */
  prepare(workspace: Workspace, equipment: Equipment): Promise<void>;
  connect(request: AgentRequest, listener: AgentListener): AgentConnection;
  /**
   * Removes every file with a secret that `prepare` or a connection wrote into a home: the next turn gets them again. No CLI
   * may run in it. Safe to run again.
   */
  withdraw(home: string): Promise<void>;
  /** The file this conversation is stored in; null if there is none yet. */
  transcriptFile(workspace: Pick<Workspace, "cwd" | "home">, conversationId: string): Promise<string | null>;
  /** What becomes of prompts that begin with a slash; without it they all go to the model. */
  readonly slashCommands?: SlashCommands;
  /** The tool of the CLI with which its agents ask a person, if it has one. */
  readonly questionTool?: string;
  /** Where this CLI records what people do with it outside of sessions, in files that `transcript` reads. */
  readonly recordFolders: readonly string[];
  /** One short answer from the vendor's small model, with no tools. Never rejects but when aborted. */
  complete(request: CompletionRequest): Promise<Completion>;
  /** The files of the subagents of this conversation; empty if the CLI keeps none. */
  subagentFiles(
    workspace: Pick<Workspace, "cwd" | "home">,
    conversationId: string,
  ): Promise<readonly SubagentFile[]>;
  readonly guide: CliGuide;
  /** A scripted model on this machine that needs no account, for the demo; if there is one. */
  readonly demoModel?: string;
  /** Asks the provider about an account; a runtime without accounts has none. */
  readonly probeAccount?: AccountProbe;
  /** Reads and renews its own sign-in; a runtime without accounts has none. */
  readonly logins?: Logins;
  /** The CLI's own command to sign in to an account. */
  readonly loginCommand?: LoginCommand;
  /** The key of its provider; a runtime with accounts has none. */
  readonly providerKey?: ProviderKeyReader;
  /** Read from files and variables: starts nothing, sends nothing, and contains no secret. */
  signIn(): Promise<SignIn>;
}

export const runtimeIds = ["claude_code", "codex", "pi"] as const;
export type RuntimeId = (typeof runtimeIds)[number];

/** What a runtime is built with; nothing of it is read from the global process. */
export interface RuntimeOptions {
  /** The service's own environment: configured paths, base URLs, keys. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Where the model of the demonstration answers; it is started by the first who asks. */
  demoModelUrl?(): Promise<string>;
}
