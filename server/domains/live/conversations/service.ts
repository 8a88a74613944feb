import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { GivenSecret } from "../../../lib/secret-store/index.ts";
import type { LiveMode } from "../settings/model.ts";
import { type LiveCalls, liveCalls } from "./calls.ts";
import type { CardAnswer } from "./cards.ts";
import { liveRefusal, liveUnavailable } from "./errors.ts";
import { instructionsFor } from "./instructions.ts";
import { liveLifecycle } from "./lifecycle.ts";
import {
  type ConversationTurn,
  type LiveAvailability,
  type LiveConversation,
  type LiveConversationWithTurns,
  liveMessageMax,
} from "./model.ts";
import type { LiveFeed, LiveLedger, LiveProvider, LiveTools, LiveValues } from "./ports.ts";
import { prerequisiteCheck } from "./prerequisites.ts";
import { providerKeyService } from "./provider-key.ts";
import { type Replies, replies } from "./replies.ts";
import { isOpen, placeOf, titleFrom } from "./rules.ts";
import { liveSpending } from "./spending.ts";
import { type ConversationRow, type LiveStore, liveStore } from "./store.ts";
import { type ToolRuns, toolRuns } from "./tool-runs.ts";
import { conversationView, modelOf, turnView } from "./views.ts";
import { watchedProvider } from "./watched-provider.ts";

const listed = 20;

export interface LiveConversationService {
  /** E90. */
  availability(): LiveAvailability;
  /** E91. */
  list(): {
    live_conversations: LiveConversation[];
    current_id: number | null;
    current: Partial<Record<LiveMode, number>>;
  };
  /** E92. */
  start(mode: string | null | undefined): LiveConversation;
  /** E93. */
  get(id: number, afterTurnId?: number): LiveConversationWithTurns;
  /** E94. */
  setMode(id: number, mode: string | null | undefined): LiveConversation;
  /** E95. */
  finish(id: number): LiveConversation;
  /** E96. */
  send(id: number, content: string | null | undefined, actor: Actor): ConversationTurn;
  answerCard(id: number, turnId: number, of: { answer: CardAnswer; actor: Actor }): Promise<ConversationTurn>;
  calls: LiveCalls;
  /** The provider's key, as far as the board may know and change it. */
  key: ReturnType<typeof providerKeyService>;

  /** What the job of a new conversation does. */
  prepare(id: number): Promise<void>;
  /** What the job of a typed message does. */
  reply: Replies["run"];
}

export interface LiveConversationDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<JobQueue, "add">;
  provider: LiveProvider;
  key: Omit<GivenSecret, "onChange" | "secretValues" | "current">;
  tools: LiveTools;
  feed: LiveFeed;
  ledger: LiveLedger;
  settings: {
    inForce(): { values: LiveValues; guidance: string };
    defaults(): LiveValues;
    labelOf(key: string): string;
  };
  /** Name of the agent root of live conversations. */
  root: string;
  findRoot(name: string): { description: string } | null;
  reloadCatalog(): Promise<void>;
  ownerName(): string | null;
  redact(text: string): string;
}

/** Conversations with a fast model that sees and moves the sessions, typed or spoken. */
export function liveConversationService(deps: LiveConversationDeps): LiveConversationService {
  const { database, clock, settings, feed } = deps;
  const store = liveStore(database);
  const values = (): LiveValues => settings.inForce().values;
  const instructions = instructionsOf(deps);
  const spending = liveSpending({ ...deps, store, values });
  const check = prerequisiteCheck({ ...deps, values });
  const provider = watchedProvider(deps.provider, check);
  const runs = toolRuns({ ...deps, store, changed: feed.changed });
  const shared = {
    ...deps,
    provider,
    ...spending,
    store,
    runs,
    values,
    instructions,
  };
  const answers = replies({ ...shared, requestFor: requestFor(shared), recordUsage: textUsage(spending) });

  const view = (row: ConversationRow): LiveConversation =>
    conversationView(row, {
      values: values(),
      responding: store.isResponding(row.id),
      costDollars: spending.costOf(row.id),
    });

  function find(id: number): ConversationRow {
    const row = store.byId(id);
    if (!row) throw liveRefusal("not_found");
    return row;
  }

  function requireAvailable(): void {
    const { available, reasons } = check.now();
    if (!available) throw liveUnavailable(reasons);
  }

  const lifecycle = liveLifecycle({
    ...shared,
    replies: answers,
    find,
    missing: () => check.now().reasons,
    rootInstructions: () => deps.findRoot(deps.root)?.description.trim() || null,
  });

  return {
    availability: check.availability,
    key: providerKeyService(deps.key, check.onKeyAccepted),

    list() {
      const [current] = store.open();
      return {
        live_conversations: store.newest(listed).map(view),
        current_id: current?.id ?? null,
        current: current ? { [current.mode]: current.id } : {},
      };
    },

    start(asked) {
      const mode = modeFrom(asked ?? "text");
      requireAvailable();
      return view(lifecycle.start(mode));
    },

    get(id, afterTurnId) {
      const row = find(id);
      const turns = store.turnsOf(id, afterTurnId).map((turn) => turnView(turn, clock.now()));
      return { ...view(row), turns };
    },

    setMode: (id, asked) => view(lifecycle.setMode(id, modeFrom(asked))),
    finish: (id) => view(lifecycle.finish(id)),
    send: messageSender({ database, store, clock, feed, replies: answers, find, redact: deps.redact }),

    answerCard: cardAnswering({ store, clock, runs, find }),

    calls: liveCalls({
      ...shared,
      find,
      requireAvailable,
      defaults: settings.defaults,
      settingLabel: settings.labelOf,
      changed: feed.changed,
    }),

    prepare: lifecycle.prepare,
    reply: answers.run,
  };
}

const cardAnswering =
  (of: { store: LiveStore; clock: Clock; runs: ToolRuns; find(id: number): ConversationRow }) =>
  async (
    id: number,
    turnId: number,
    { answer, actor }: { answer: CardAnswer; actor: Actor },
  ): Promise<ConversationTurn> => {
    of.find(id);
    const turn = of.store.turn(turnId);
    if (turn?.conversationId !== id) throw liveRefusal("card_not_found");
    return turnView(await of.runs.answer(turn, answer, actor), of.clock.now());
  };

function modeFrom(asked: string | null | undefined): LiveMode {
  if (asked === "text" || asked === "voice") return asked;
  throw liveRefusal("unknown_mode");
}

const instructionsOf =
  ({ settings, ownerName }: Pick<LiveConversationDeps, "settings" | "ownerName">) =>
  (mode: LiveMode, { rootInstructions }: ConversationRow): string =>
    instructionsFor(mode, {
      rootInstructions,
      guidance: settings.inForce().guidance,
      ownerName: ownerName(),
    });

const requestFor =
  (of: { values(): LiveValues; instructions: ReturnType<typeof instructionsOf> }) =>
  (conversation: ConversationRow) => ({
    model: modelOf("text", of.values()),
    effort: String(of.values()["text_effort"]),
    maxOutputTokens: Number(of.values()["text_max_output_tokens"]),
    instructions: of.instructions("text", conversation),
  });

const textUsage =
  ({ recordUsage }: ReturnType<typeof liveSpending>): Parameters<typeof replies>[0]["recordUsage"] =>
  (id, { model, event: { responseId, usage } }) =>
    recordUsage(id, {
      model,
      usage: {
        response_id: responseId,
        text_input_tokens: usage.inputTokens - usage.cachedTokens,
        text_cached_tokens: usage.cachedTokens,
        text_output_tokens: usage.outputTokens,
        audio_input_tokens: 0,
        audio_cached_tokens: 0,
        audio_output_tokens: 0,
      },
    });

/** E96. */
function messageSender(of: {
  database: Database;
  store: LiveStore;
  clock: Clock;
  feed: LiveFeed;
  replies: Replies;
  find(id: number): ConversationRow;
  redact(text: string): string;
}): LiveConversationService["send"] {
  const { store } = of;
  return (id, sent, actor) => {
    const row = of.find(id);
    if (!isOpen(row.status)) throw liveRefusal("ended");
    if (row.mode === "voice") throw liveRefusal("voice_on");
    const content = sent?.trim() ?? "";
    if (content === "") throw liveRefusal("blank");
    if (content.length > liveMessageMax) throw liveRefusal("too_long");
    const now = of.clock.now();
    return of.database.transaction(() => {
      const turn = store.addTurn({
        conversationId: id,
        position: placeOf({}, { callNumber: row.callNumber, last: store.lastPosition(id) }),
        role: "user",
        source: "typed",
        content: of.redact(content),
        reply: "pending",
        actor,
        createdAt: now,
      });
      store.write(id, { title: row.title ?? titleFrom(turn.content), lastActivityAt: now, updatedAt: now });
      if (row.status === "active") of.replies.next(id);
      of.feed.changed(id);
      return turnView(turn, now);
    });
  };
}
