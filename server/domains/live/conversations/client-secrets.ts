import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { CallSessions } from "./call-session.ts";
import { liveRefusal, liveUnavailable } from "./errors.ts";
import { recapOf } from "./instructions.ts";
import type { ClientSecret, ListeningMode } from "./model.ts";
import { type LiveProvider, type LiveValues, type MintedSecret, ProviderRefusal } from "./ports.ts";
import type { ConversationRow, LiveStore, TurnRow } from "./store.ts";
import { text } from "./text.ts";
import type { ToolRuns } from "./tool-runs.ts";

/** Settings of the provider's session that have a default; the models are no settings that a default could mend. */
const mendable = [
  "voice",
  "voice_speed",
  "voice_effort",
  "turn_detection",
  "eagerness",
  "silence_ms",
  "interruption",
  "noise_reduction",
];

export interface ClientSecretDeps {
  database: Database;
  store: LiveStore;
  clock: Clock;
  provider: LiveProvider;
  runs: ToolRuns;
  sessions: CallSessions;
  /** Throws unless the conversation is active. */
  active(id: number): ConversationRow;
  values(): LiveValues;
  /** Every setting at its default. */
  defaults(): LiveValues;
  settingLabel(key: string): string;
  /** Throws 503 with the reasons. */
  requireAvailable(): void;
  limitReached(conversationId: number): string | null;
  changed(conversationId: number): void;
}

/** E97: what a page needs to open a call with the provider. The secret is kept nowhere. */
export function clientSecrets(deps: ClientSecretDeps) {
  const { store, provider, sessions, values } = deps;

  /** If the provider refuses a setting, once more with the defaults. */
  async function ask(
    row: ConversationRow,
    listening: ListeningMode,
  ): Promise<{ minted: MintedSecret; warning?: string }> {
    try {
      return { minted: await provider.mint(sessions.sessionOf(row, { listening, isOpen: false })) };
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || error.problem !== "setting") throw error;
      const defaults = deps.defaults();
      const left = mendable.filter((key) => values()[key] !== defaults[key]);
      const plain = Object.fromEntries(
        left.flatMap((key) => (key in defaults ? [[key, defaults[key] ?? ""]] : [])),
      );
      const mended = { ...values(), ...plain };
      const minted = await provider.mint(
        sessions.sessionOf(row, { listening, isOpen: false, values: mended }),
      );
      return { minted, warning: text.settingsWarning(left.map(deps.settingLabel)) };
    }
  }

  function beginCall(row: ConversationRow, of: { listening: ListeningMode; model: string }): number {
    const { callNumber } = deps.active(row.id);
    store.write(row.id, {
      callNumber: callNumber + 1,
      listening: of.listening,
      callModel: of.model,
      updatedAt: deps.clock.now(),
      ...sessions.digestsOf(row, of.listening),
    });
    return callNumber + 1;
  }

  return async function mint(id: number, supported: readonly string[] | null): Promise<ClientSecret> {
    deps.requireAvailable();
    const row = deps.active(id);
    if (row.mode !== "voice") throw liveRefusal("voice_off");
    const limit = deps.limitReached(id);
    if (limit !== null) throw liveUnavailable([limit]);
    const listening = sessions.listeningFor(supported);
    const { minted, warning } = await ask(row, listening).catch((error: unknown) => {
      if (!(error instanceof ProviderRefusal)) throw error;
      throw liveRefusal("provider_refused", { sentence: error.message });
    });
    const model = String(values()["voice_model"]);
    const { callsUrl, websocketUrl } = provider.addresses(model);
    const call = deps.database.transaction(() => beginCall(row, { listening, model }));
    deps.changed(id);
    return {
      client_secret: minted.value,
      expires_at: instant(minted.expiresAt),
      model,
      calls_url: callsUrl,
      websocket_url: websocketUrl,
      tools: deps.runs.list(),
      ...(warning !== undefined && { settings_warning: warning }),
      ...(supported && { listening }),
      call,
      idle_minutes: Number(values()["idle_minutes"]),
      wake_word: String(values()["wake_word"]),
      push_to_talk: values()["turn_detection"] === "push_to_talk",
      recap: recapOf(spokenLines(store.turnsOf(id))),
    };
  };
}

const spokenLines = (rows: readonly TurnRow[]) =>
  rows.flatMap(({ role, content }) => (role === "tool" || content === "" ? [] : [{ role, content }]));
