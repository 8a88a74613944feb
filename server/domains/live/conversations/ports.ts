import type { Actor } from "../../../http/caller.ts";
import type { LiveValue } from "../settings/model.ts";
import type { CallUsage, ListeningMode, LiveTool } from "./model.ts";

export type LiveValues = Readonly<Record<string, LiveValue>>;

/** How one call sounds, listens and thinks, before the provider's own words for it. */
export interface CallSettings {
  values: LiveValues;
  instructions: string;
  tools: readonly LiveTool[];
  listening: ListeningMode;
}

/** The `session` object of the provider's protocol. */
export type ProviderSession = Record<string, unknown>;

export interface MintedSecret {
  value: string;
  /** Epoch ms. */
  expiresAt: number;
}

/** One item of a typed conversation, oldest first. */
export type TextItem =
  | { kind: "user" | "assistant"; text: string }
  | { kind: "call"; callId: string; name: string; arguments: string; output: string };

export interface TextRequest {
  model: string;
  effort: string;
  maxOutputTokens: number;
  instructions: string;
  items: readonly TextItem[];
  tools: readonly LiveTool[];
  /** Groups requests that share a beginning, for the provider's cache. */
  cacheKey: string;
  signal: AbortSignal;
}

export type TextEvent =
  | { kind: "text"; text: string }
  | { kind: "call"; callId: string; name: string; arguments: string }
  | { kind: "done"; responseId: string; usage: TextUsage };

export interface TextUsage {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}

/** Who speaks and thinks in a live conversation. One provider is behind it at a time. */
export interface LiveProvider {
  /** Whether there is a key now. The key itself never leaves the provider. */
  hasKey(): boolean;
  /** Which variables the key may come from. */
  readonly keyVariables: readonly string[];
  /** The session of a new call; `isOpen` leaves out what a call keeps as it began. */
  session(settings: CallSettings, call: { isOpen: boolean }): ProviderSession;
  /** A short-lived secret for one page. Throws a ProviderRefusal. */
  mint(session: ProviderSession): Promise<MintedSecret>;
  /** Where the page connects. */
  addresses(model: string): { callsUrl: string; websocketUrl: string };
  /** Throws a ProviderRefusal. */
  textReply(request: TextRequest): AsyncIterable<TextEvent>;
}

export type ProviderProblem = "key" | "limit" | "setting" | "unreachable" | "other";

/** The provider did not do what it was asked; the sentence never contains the key. */
export class ProviderRefusal extends Error {
  override readonly name = "ProviderRefusal";
  readonly problem: ProviderProblem;
  /** The part of the session it objects to, such as session.audio.output.voice. */
  readonly param: string | null;
  constructor(sentence: string, of: { problem: ProviderProblem; param?: string | null; cause?: unknown }) {
    super(sentence, { cause: of.cause });
    this.problem = of.problem;
    this.param = of.param ?? null;
  }
}

export interface ToolRun {
  text: string;
  failed: boolean;
  sessionIds: readonly number[];
}

/** The tools of a live conversation: those of /mcp, called as the person. */
export interface LiveTools {
  list(): readonly LiveTool[];
  effectOf(name: string): "read" | "add" | "destroy" | null;
  /** Never throws for what the model asked: a refusal is its text. */
  run(name: string, input: unknown, actor: Actor): Promise<ToolRun>;
}

/** Tells the pages that are open. */
export interface LiveFeed {
  /** Something of the conversation changed. */
  changed(conversationId: number): void;
  /** The answer that is being written to this message; null once it is stored or given up. */
  partial(conversationId: number, partial: { replyTo: number; from: number; text: string } | null): void;
}

/** Keeps what answers cost in the ledger. */
export interface LiveLedger {
  /** Returns the price in billionths of a dollar. */
  record(of: { responseId: string; model: string; usage: Omit<CallUsage, "response_id"> }): number;
}
