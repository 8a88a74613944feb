/** What the provider sends on the data channel, as far as it matters here. */
export interface ProviderEvent {
  type: string;
  [field: string]: unknown;
}

/** What the page learned meanwhile from the service. */
export type PageEvent =
  | { type: "page.tool_done"; callId: string; output: string }
  | { type: "page.line_kept"; itemId: string }
  | { type: "page.line_dropped"; itemId: string }
  | { type: "page.act_done"; text: string }
  | { type: "page.hang_up" };

export interface SpokenLine {
  role: "user" | "assistant";
  itemId: string;
  item: number;
  content: string;
  interrupted: boolean;
  /** The rest of an interrupted line, which was not heard. */
  unheard: string | null;
}

export interface AskedTool {
  callId: string;
  name: string;
  arguments: string;
  item: number;
}

export interface UsageReport {
  response_id: string;
  text_input_tokens: number;
  text_cached_tokens: number;
  text_output_tokens: number;
  audio_input_tokens: number;
  audio_cached_tokens: number;
  audio_output_tokens: number;
}

export type Effect =
  | { kind: "send"; event: ProviderEvent }
  | { kind: "store"; line: SpokenLine }
  | { kind: "tool"; tool: AskedTool }
  | { kind: "usage"; usage: UsageReport }
  | { kind: "notice"; message: string };

/** A line of the assistant that was written but perhaps not heard to its end. */
interface PendingLine {
  itemId: string;
  responseId: string;
  text: string;
  /** Milliseconds that were heard; null for all of it. */
  playedMs: number | null;
}

export interface CallState {
  /** Whether the page has to ask for each answer. */
  gated: boolean;
  /** Where each item is in the call. */
  places: Readonly<Record<string, number>>;
  lastPlace: number;
  /** What is being said, by item. */
  partials: Readonly<Record<string, { role: "user" | "assistant"; text: string }>>;
  pending: readonly PendingLine[];
  stored: ReadonlySet<string>;
  /** Calls of tools that were asked for, and whether their output was sent. */
  tools: Readonly<Record<string, "running" | "sent">>;
  activeResponse: boolean;
  /** An answer to ask for once none is active. */
  wantsResponse: boolean;
  hearing: boolean;
  speaking: boolean;
}

export const newCall = (gated: boolean): CallState => ({
  gated,
  places: {},
  lastPlace: 0,
  partials: {},
  pending: [],
  stored: new Set(),
  tools: {},
  activeResponse: false,
  wantsResponse: false,
  hearing: false,
  speaking: false,
});

export type Step = [CallState, Effect[]];

/** Room to put an item between two others. */
const stride = 64;
/** How long a character takes to say, on average. */
const msPerCharacter = 62;

const asText = (value: unknown): string => (typeof value === "string" ? value : "");
const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const asCount = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

/** The next state of a call, and what the page does about the event. Unknown events change nothing. */
export function nextStep(state: CallState, event: ProviderEvent | PageEvent): Step {
  const handle = handlers[event.type];
  return handle ? handle(state, event as ProviderEvent) : [state, []];
}

type Handler = (state: CallState, event: ProviderEvent) => Step;

const handlers: Readonly<Record<string, Handler>> = {
  "conversation.item.added": (state, event) => {
    const id = asText(asRecord(event["item"])["id"]);
    return [placed(state, id, asText(event["previous_item_id"])), []];
  },
  "conversation.item.input_audio_transcription.delta": (state, event) =>
    said(state, { id: asText(event["item_id"]), role: "user", piece: asText(event["delta"]) }),
  "conversation.item.input_audio_transcription.completed": (state, event) =>
    storeLine(state, {
      itemId: asText(event["item_id"]),
      role: "user",
      content: asText(event["transcript"]),
    }),
  "conversation.item.input_audio_transcription.failed": (state, event) =>
    storeLine(state, { itemId: asText(event["item_id"]), role: "user", content: "" }),
  "response.output_audio_transcript.delta": (state, event) =>
    said(state, { id: asText(event["item_id"]), role: "assistant", piece: asText(event["delta"]) }),
  "response.created": (state) => [{ ...state, activeResponse: true, wantsResponse: false }, []],
  "response.done": (state, event) => responseDone(state, asRecord(event["response"])),
  "conversation.item.truncated": (state, event) => {
    const itemId = asText(event["item_id"]);
    const playedMs = asCount(event["audio_end_ms"]);
    return [
      {
        ...state,
        pending: state.pending.map((line) => (line.itemId === itemId ? { ...line, playedMs } : line)),
      },
      [],
    ];
  },
  "input_audio_buffer.speech_started": (state) => [{ ...state, hearing: true }, []],
  "input_audio_buffer.speech_stopped": (state) => [{ ...state, hearing: false }, []],
  "output_audio_buffer.started": (state) => [{ ...state, speaking: true }, []],
  "output_audio_buffer.stopped": (state) => flush({ ...state, speaking: false }, false),
  "output_audio_buffer.cleared": (state) => flush({ ...state, speaking: false }, true),
  error: (state, event) => [
    state,
    [{ kind: "notice", message: asText(asRecord(event["error"])["message"]) }],
  ],

  "page.tool_done": (state, event) => toolDone(state, asText(event["callId"]), asText(event["output"])),
  "page.line_kept": (state) => (state.gated ? askForResponse(state) : [state, []]),
  "page.line_dropped": (state, event) => [
    state,
    [{ kind: "send", event: { type: "conversation.item.delete", item_id: event["itemId"] } }],
  ],
  "page.act_done": (state, event) => {
    const [next, effects] = askForResponse(state);
    return [next, [{ kind: "send", event: systemMessage(asText(event["text"])) }, ...effects]];
  },
  "page.hang_up": (state) => flush(state, true),
};

/** A message that the person did not say. */
export const systemMessage = (text: string): ProviderEvent => ({
  type: "conversation.item.create",
  item: { type: "message", role: "system", content: [{ type: "input_text", text }] },
});

/** Items come one after the other, unless the provider says after which one. */
function placed(state: CallState, id: string, after: string): CallState {
  if (id === "" || state.places[id] !== undefined) return state;
  const before = state.places[after];
  const isLast = before === undefined || before === state.lastPlace;
  const place = isLast ? state.lastPlace + stride : before + 1;
  return {
    ...state,
    places: { ...state.places, [id]: place },
    lastPlace: Math.max(state.lastPlace, place),
  };
}

function said(state: CallState, of: { id: string; role: "user" | "assistant"; piece: string }): Step {
  if (of.id === "" || state.stored.has(of.id)) return [state, []];
  const text = (state.partials[of.id]?.text ?? "") + of.piece;
  return [{ ...state, partials: { ...state.partials, [of.id]: { role: of.role, text } } }, []];
}

function storeLine(
  before: CallState,
  of: { itemId: string; role: "user" | "assistant"; content: string; unheard?: string },
): Step {
  const { itemId } = of;
  if (itemId === "" || before.stored.has(itemId)) return [before, []];
  const state = placed(before, itemId, "");
  const { [itemId]: _said, ...partials } = state.partials;
  const line = {
    role: of.role,
    itemId,
    item: state.places[itemId] ?? state.lastPlace,
    content: of.content.trim(),
    interrupted: of.unheard !== undefined,
    unheard: of.unheard ?? null,
  };
  const next = { ...state, partials, stored: new Set(state.stored).add(itemId) };
  return [next, [{ kind: "store", line }]];
}

/** What the person heard of it, to the last whole word. */
export function playedPart(text: string, playedMs: number | null): string {
  if (playedMs === null) return text;
  const most = Math.floor(playedMs / msPerCharacter);
  if (most >= text.length) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return (space > 0 ? cut.slice(0, space) : cut).trim();
}

/** The lines of the assistant become rows once they were heard, or once it is known that they were not. */
function flush(state: CallState, isCut: boolean): Step {
  return state.pending.reduce<Step>(
    ([before, effects], { itemId, text, playedMs }) => {
      const played = isCut ? playedPart(text, playedMs) : text;
      const [after, more] = storeLine(before, {
        itemId,
        role: "assistant",
        content: played || "…",
        ...(played.length < text.length && { unheard: text.slice(played.length).trim() }),
      });
      return [after, [...effects, ...more]];
    },
    [{ ...state, pending: [] }, []],
  );
}

function responseDone(before: CallState, response: Record<string, unknown>): Step {
  const responseId = asText(response["id"]);
  const outputs = Array.isArray(response["output"]) ? response["output"].map(asRecord) : [];
  let state: CallState = { ...before, activeResponse: false };
  const effects: Effect[] = [];
  for (const output of outputs) {
    const id = asText(output["id"]);
    if (output["type"] === "message") state = withPending(placed(state, id, ""), { id, responseId, output });
    if (output["type"] !== "function_call") continue;
    const callId = asText(output["call_id"]);
    if (callId === "" || state.tools[callId] !== undefined) continue;
    state = placed(state, id, "");
    state = { ...state, tools: { ...state.tools, [callId]: "running" } };
    const [name, sent] = [asText(output["name"]), asText(output["arguments"])];
    effects.push({
      kind: "tool",
      tool: { callId, name, arguments: sent, item: state.places[id] ?? state.lastPlace },
    });
  }
  const usage = usageOf(responseId, asRecord(response["usage"]));
  if (usage) effects.push({ kind: "usage", usage });
  // Without sound there is nothing to hear first.
  const [flushed, stored] = state.speaking ? [state, []] : flush(state, response["status"] === "cancelled");
  const [next, asked] = flushed.wantsResponse ? askForResponse(flushed) : [flushed, []];
  return [next, [...effects, ...stored, ...asked]];
}

function withPending(
  state: CallState,
  of: { id: string; responseId: string; output: Record<string, unknown> },
): CallState {
  if (state.stored.has(of.id)) return state;
  const parts = Array.isArray(of.output["content"]) ? of.output["content"].map(asRecord) : [];
  const written = parts.map((part) => asText(part["transcript"]) || asText(part["text"])).join("");
  const text = written || (state.partials[of.id]?.text ?? "");
  if (text === "") return state;
  const line = { itemId: of.id, responseId: of.responseId, text, playedMs: null };
  return { ...state, pending: [...state.pending.filter(({ itemId }) => itemId !== of.id), line] };
}

function toolDone(before: CallState, callId: string, output: string): Step {
  if (before.tools[callId] !== "running") return [before, []];
  const state: CallState = { ...before, tools: { ...before.tools, [callId]: "sent" } };
  const item = { type: "function_call_output", call_id: callId, output };
  const sent: Effect = { kind: "send", event: { type: "conversation.item.create", item } };
  // The model waits for all of them.
  if (Object.values(state.tools).includes("running")) return [state, [sent]];
  const [next, asked] = askForResponse(state);
  return [next, [sent, ...asked]];
}

/** One answer at a time. */
const askForResponse = (state: CallState): Step =>
  state.activeResponse
    ? [{ ...state, wantsResponse: true }, []]
    : [
        { ...state, activeResponse: true, wantsResponse: false },
        [{ kind: "send", event: { type: "response.create" } }],
      ];

function usageOf(responseId: string, usage: Record<string, unknown>): UsageReport | null {
  const input = asRecord(usage["input_token_details"]);
  const output = asRecord(usage["output_token_details"]);
  const cached = asRecord(input["cached_tokens_details"]);
  if (responseId === "" || Object.keys(usage).length === 0) return null;
  const [textCached, audioCached] = [asCount(cached["text_tokens"]), asCount(cached["audio_tokens"])];
  return {
    response_id: responseId,
    text_input_tokens: Math.max(0, asCount(input["text_tokens"]) - textCached),
    text_cached_tokens: textCached,
    text_output_tokens: asCount(output["text_tokens"]),
    audio_input_tokens: Math.max(0, asCount(input["audio_tokens"]) - audioCached),
    audio_cached_tokens: audioCached,
    audio_output_tokens: asCount(output["audio_tokens"]),
  };
}
