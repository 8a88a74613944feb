import { digestOf } from "../../../lib/digest.ts";
import type { LiveMode } from "../settings/model.ts";
import { listeningOf } from "./listening-rules.ts";
import type { ListeningMode, LiveTool } from "./model.ts";
import type { LiveProvider, LiveValues, ProviderSession } from "./ports.ts";
import type { ConversationRow, LiveStore } from "./store.ts";
import type { ToolRuns } from "./tool-runs.ts";

export interface CallSessionDeps {
  store: LiveStore;
  provider: LiveProvider;
  runs: ToolRuns;
  values(): LiveValues;
  instructions(mode: LiveMode, conversation: ConversationRow): string;
}

type Supported = readonly string[] | null | undefined;

export type CallSessions = ReturnType<typeof callSessions>;

/** What a call is told about how to sound, to listen and to think, and whether that has changed since. */
export function callSessions({ store, provider, runs, values, instructions }: CallSessionDeps) {
  const digest = (value: object): string => digestOf(JSON.stringify(value));

  const sessionOf = (
    row: ConversationRow,
    of: { listening: ListeningMode; isOpen: boolean; values?: LiveValues },
  ): ProviderSession =>
    provider.session(
      {
        values: of.values ?? values(),
        listening: of.listening,
        instructions: instructions("voice", row),
        tools: runs.list(),
      },
      { isOpen: of.isOpen },
    );

  const listeningFor = (supported: readonly string[] | null): ListeningMode =>
    listeningOf(values()["listening_mode"] as ListeningMode, supported);

  /** A caller that does not say how it listens keeps the mode of its call. */
  const listeningNow = (row: ConversationRow, supported: Supported): ListeningMode =>
    supported ? listeningFor(supported) : (row.listening ?? "always");

  function current(row: ConversationRow, listening: ListeningMode) {
    const session = sessionOf(row, { listening, isOpen: true });
    return { session, digests: { sessionDigest: digest(session), toolsDigest: digest(runs.list()) } };
  }

  return {
    sessionOf,
    listeningFor,
    /** What to remember of what a new call was told. */
    digestsOf: (row: ConversationRow, listening: ListeningMode) => current(row, listening).digests,

    update(row: ConversationRow, supported: Supported): ProviderSession {
      const listening = listeningNow(row, supported);
      const { session, digests } = current(row, listening);
      store.write(row.id, { listening, ...digests });
      return session;
    },

    /** The tools and the session, each only if it has changed since the call was told. */
    changesFor(
      row: ConversationRow,
      supported: Supported,
    ): { tools_changed: boolean; tools?: LiveTool[]; session?: ProviderSession } {
      const listening = listeningNow(row, supported);
      const { session, digests } = current(row, listening);
      const toolsChanged = row.toolsDigest !== null && row.toolsDigest !== digests.toolsDigest;
      const isChanged = row.sessionDigest !== null && row.sessionDigest !== digests.sessionDigest;
      if (isChanged || toolsChanged) store.write(row.id, { listening, ...digests });
      return {
        tools_changed: toolsChanged,
        ...(toolsChanged && { tools: runs.list() }),
        ...(isChanged && { session }),
      };
    },
  };
}
