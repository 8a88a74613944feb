import type { ClientSecret } from "../../../server/domains/live/conversations/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import {
  addTurn,
  callTool,
  getConversation,
  mintSecret,
  reportUsage,
  setMode,
  settingsOfCall,
  startConversation,
} from "./api.ts";
import {
  type AskedTool,
  type CallState,
  type Effect,
  newCall,
  nextStep,
  type PageEvent,
  type ProviderEvent,
  type SpokenLine,
  systemMessage,
} from "./call-rules.ts";
import { type CallConnection, CallRefusal, connectCall } from "./connection.ts";
import { levelMeter, MicrophoneProblem, openMicrophone, playSound } from "./microphone.ts";
import { isHandsFree, setTalk, useTalk } from "./talk.store.ts";
import { text } from "./text.ts";

/** The provider ends a call after an hour; before that, a new one takes over. */
const longestMs = 55 * 60_000;
const tries = 3;
const retryMs = [1_000, 2_000, 4_000];
/** A press shorter than this is no speech. */
const shortestPressMs = 250;
const minuteMs = 60_000;

interface Open {
  conversationId: number;
  secret: ClientSecret;
  stream: MediaStream;
  meter: ReturnType<typeof levelMeter>;
  audio: HTMLAudioElement;
  connection: CallConnection;
  state: CallState;
  pressedAt: number;
  /** Rows that the service does not have yet. */
  waiting: Promise<unknown>;
  timers: ReturnType<typeof setTimeout>[];
}

let current: Open | null = null;
/** Counts the attempts: one that was canceled stops by itself. */
let attempt = 0;

/** How loud the microphone is now; 0 without a call. */
export const microphoneLevel = (): number => (current && isSending(current) ? current.meter.level() : 0);

const isSending = ({ stream }: Open): boolean => stream.getAudioTracks().some(({ enabled }) => enabled);

/** Starts a call in this conversation, or in a new one. */
export async function startCall(conversationId: number | null, deviceId: string | null): Promise<void> {
  attempt += 1;
  const own = attempt;
  setTalk({ phase: "connecting", problem: null, notice: null, partials: [] });
  let stream: MediaStream | null = null;
  try {
    stream = await openMicrophone(deviceId);
    const id = await spokenConversation(conversationId);
    if (own !== attempt) return stopTracks(stream);
    await open({ conversationId: id, stream, audio: new Audio() }, own);
    playSound("start");
  } catch (error) {
    if (stream) stopTracks(stream);
    if (own !== attempt) return;
    const isOurs = error instanceof MicrophoneProblem || !(error instanceof TypeError);
    setTalk({ phase: "off", problem: isOurs ? errorMessages(error).join(" ") : text.problems.noConnection });
  }
}

/** Switches the open conversation to voice, or starts one, and waits until it is ready. */
async function spokenConversation(id: number | null): Promise<number> {
  const conversation = id === null ? await startConversation("voice") : await setMode(id, "voice");
  for (let left = 100; left > 0; left -= 1) {
    const { status, error_message } = await getConversation(conversation.id);
    if (status === "active") return conversation.id;
    if (status !== "preparing") throw new MicrophoneProblem(error_message ?? text.ended);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new MicrophoneProblem(text.problems.noConnection);
}

/** What a call is made of before it is connected. */
type Parts = Pick<Open, "conversationId" | "stream" | "audio">;

async function connect(of: Parts): Promise<Pick<Open, "secret" | "connection">> {
  const listeners = {
    onEvent: (event: ProviderEvent) => receive(event),
    onLost: () => void reconnect(),
  };
  const withNewSecret = async () => {
    const secret = await mintSecret(of.conversationId);
    return { secret, connection: await connectCall(secret, of, listeners) };
  };
  try {
    return await withNewSecret();
  } catch (error) {
    if (error instanceof CallRefusal && error.isExpired) return withNewSecret();
    throw error;
  }
}

async function open(of: Parts, own: number): Promise<void> {
  const { secret, connection } = await connect(of);
  if (own !== attempt) {
    connection.close();
    return stopTracks(of.stream);
  }
  const meter = levelMeter(of.stream);
  const timers = [setTimeout(() => void reconnect(), longestMs)];
  current = {
    ...of,
    secret,
    connection,
    meter,
    timers,
    state: newCall(isGated(secret)),
    pressedAt: 0,
    waiting: Promise.resolve(),
  };
  for (const track of of.stream.getAudioTracks())
    track.addEventListener("ended", () => void replaceDevice(track));
  if (secret.recap !== null) connection.send(systemMessage(secret.recap));
  const since = useTalk.getState().since ?? Date.now();
  setTalk({
    phase: "live",
    since,
    pushToTalk: secret.push_to_talk,
    notice: secret.settings_warning ?? null,
    wakeWord: isNamed(secret) ? secret.wake_word : null,
  });
  applyMute();
  watchSilence();
}

/** The settings changed while the call is open: the provider and the page follow those that may change in a call. */
export async function followSettings(): Promise<void> {
  const call = current;
  if (!call) return;
  const { session, settings } = await settingsOfCall(call.conversationId);
  if (current?.connection !== call.connection) return;
  call.connection.send({ type: "session.update", session: { type: "realtime", ...session } });
  call.secret = {
    ...call.secret,
    listening: settings["listening_mode"] as ClientSecret["listening"],
    wake_word: String(settings["wake_word"]),
    push_to_talk: settings["turn_detection"] === "push_to_talk",
    idle_minutes: Number(settings["idle_minutes"]),
  };
  call.state = { ...call.state, gated: isGated(call.secret) };
  setTalk({
    wakeWord: isNamed(call.secret) ? call.secret.wake_word : null,
    pushToTalk: call.secret.push_to_talk,
  });
  applyMute();
  watchSilence();
}

const isGated = (secret: ClientSecret): boolean => secret.push_to_talk || isNamed(secret);
const isNamed = ({ listening = "always" }: ClientSecret): boolean => listening !== "always";

/** Another page has opened a later call, in the same conversation or in a newer one: this one lets go of the microphone. */
export function yieldTo({ id, call }: { id: number; call: number }): void {
  if (!current || id < current.conversationId) return;
  if (id === current.conversationId && call <= current.secret.call) return;
  endCall(text.problems.superseded, { goesOnElsewhere: true });
}

/** The end of what was said comes as rows first; then everything is let go. */
export function endCall(notice: string | null = null, { goesOnElsewhere = false } = {}): void {
  attempt += 1;
  const ended = current;
  if (ended) {
    receive({ type: "page.hang_up" });
    release(ended);
    current = null;
    playSound("done");
    if (!goesOnElsewhere)
      void ended.waiting.then(() => setMode(ended.conversationId, "text")).catch(() => undefined);
  }
  setTalk({
    phase: "off",
    hearing: false,
    speaking: false,
    thinking: false,
    held: false,
    wakeWord: null,
    partials: [],
    since: null,
    notice,
  });
}

function release({ connection, meter, stream, timers, audio }: Open): void {
  for (const timer of timers) clearTimeout(timer);
  connection.close();
  meter.close();
  stopTracks(stream);
  audio.pause();
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** A new call with the same microphone; the service tells it what was said. */
async function reconnect(): Promise<void> {
  const lost = current;
  if (!lost) return;
  receive({ type: "page.hang_up" });
  current = null;
  attempt += 1;
  const own = attempt;
  for (const timer of lost.timers) clearTimeout(timer);
  lost.connection.close();
  lost.meter.close();
  setTalk({ phase: "connecting", hearing: false, speaking: false, notice: text.problems.reconnecting });
  await lost.waiting;
  for (let count = 0; count < tries && own === attempt; count += 1) {
    try {
      await open(lost, own);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs[count] ?? 0));
    }
  }
  stopTracks(lost.stream);
  if (own !== attempt) return;
  void setMode(lost.conversationId, "text").catch(() => undefined);
  endCall();
  setTalk({ problem: text.problems.dropped });
}

async function replaceDevice(lost: MediaStreamTrack): Promise<void> {
  const call = current;
  if (!call?.stream.getTracks().includes(lost)) return;
  try {
    await chooseInput(null);
    setTalk({ notice: text.problems.deviceLost });
  } catch {
    endCall();
    setTalk({ problem: text.problems.deviceGone });
  }
}

/** Takes another microphone without ending the call. */
export async function chooseInput(deviceId: string | null): Promise<void> {
  const call = current;
  if (!call) return;
  const stream = await openMicrophone(deviceId);
  const [track] = stream.getAudioTracks();
  if (!track) return;
  await call.connection.replaceTrack(track);
  call.meter.close();
  stopTracks(call.stream);
  current = { ...call, stream, meter: levelMeter(stream) };
  track.addEventListener("ended", () => void replaceDevice(track));
  applyMute();
}

/** Where the voice is heard; not in every browser. */
export async function chooseOutput(deviceId: string): Promise<void> {
  const audio = current?.audio as (HTMLAudioElement & { setSinkId?(id: string): Promise<void> }) | undefined;
  await audio?.setSinkId?.(deviceId);
}

/** Silence goes on being sent while it is muted, so that the end of a turn is noticed. */
function applyMute(): void {
  const isOpen = isHandsFree(useTalk.getState()) || useTalk.getState().held;
  for (const track of current?.stream.getAudioTracks() ?? []) track.enabled = isOpen;
}

export function setHandsFree(handsFree: boolean): void {
  setTalk({ handsFree });
  applyMute();
}

/** Held: the microphone is open, and what is being said stops at once. */
export function press(): void {
  const call = current;
  if (!call || useTalk.getState().held) return;
  interrupt();
  call.pressedAt = performance.now();
  setTalk({ held: true });
  applyMute();
  if (call.secret.push_to_talk) call.connection.send({ type: "input_audio_buffer.clear" });
}

export function letGo(): void {
  const call = current;
  if (!useTalk.getState().held) return;
  setTalk({ held: false });
  applyMute();
  if (!call?.secret.push_to_talk) return;
  const isSpeech = performance.now() - call.pressedAt >= shortestPressMs;
  call.connection.send({ type: isSpeech ? "input_audio_buffer.commit" : "input_audio_buffer.clear" });
}

/** Stops the voice in the middle; returns whether it spoke. */
export function interrupt(): boolean {
  const call = current;
  if (!call?.state.speaking) return false;
  if (call.state.activeResponse) call.connection.send({ type: "response.cancel" });
  call.connection.send({ type: "output_audio_buffer.clear" });
  return true;
}

/** The person answered a card by hand. */
export const reportAct = (said: string): void => receive({ type: "page.act_done", text: said });

function receive(event: ProviderEvent | PageEvent): void {
  const call = current;
  if (!call) return;
  const [state, effects] = nextStep(call.state, event);
  call.state = state;
  for (const effect of effects) carryOut(call, effect);
  const { hearing, speaking, activeResponse, partials } = state;
  setTalk({
    hearing,
    speaking,
    thinking: activeResponse && !speaking,
    partials: Object.entries(partials).map(([id, { role, text: words }]) => ({ id, role, text: words })),
  });
  if (hearing || speaking) watchSilence();
}

function carryOut(call: Open, effect: Effect): void {
  switch (effect.kind) {
    case "send":
      return call.connection.send(effect.event);
    case "store":
      return keepInOrder(call, () => storeLine(call, effect.line));
    case "tool":
      return keepInOrder(call, () => runTool(call, effect.tool));
    case "usage":
      return void report(call, effect.usage);
    case "notice":
      return setTalk({ notice: effect.message });
  }
}

/** One after the other: a tool that passes on a yes comes after the row with the yes. */
function keepInOrder(call: Open, work: () => Promise<void>): void {
  call.waiting = call.waiting.then(work).catch((error: unknown) => {
    setTalk({ notice: errorMessages(error).join(" ") });
  });
}

async function storeLine(call: Open, line: SpokenLine): Promise<void> {
  const { respond, dropped } = await addTurn(call.conversationId, call.secret.call, line);
  if (line.role === "user" && line.content !== "" && !dropped) playSound("stored");
  if (current?.connection !== call.connection || line.role !== "user") return;
  receive({ type: respond && !dropped ? "page.line_kept" : "page.line_dropped", itemId: line.itemId });
}

/** The yes to a card is often transcribed after the model has understood it. */
const transcriptionMs = 2_500;
const cardTool = "answer_card";

async function runTool(call: Open, tool: AskedTool): Promise<void> {
  if (tool.name === cardTool && Object.values(call.state.partials).some(({ role }) => role === "user"))
    await new Promise((resolve) => setTimeout(resolve, transcriptionMs));
  const answer = await callTool(call.conversationId, call.secret.call, tool);
  if (answer.session) await followSettings();
  else if (answer.tools)
    call.connection.send({ type: "session.update", session: { type: "realtime", tools: answer.tools } });
  if (current?.connection === call.connection)
    receive({ type: "page.tool_done", callId: tool.callId, output: answer.error ?? answer.output ?? "" });
}

async function report(call: Open, usage: Parameters<typeof reportUsage>[1]): Promise<void> {
  const spent = await reportUsage(call.conversationId, usage);
  setTalk({ costDollars: spent.cost_dollars });
  if (spent.is_over) endCall(text.problems.limit);
  else if (spent.cost_dollars >= spent.limit_dollars * 0.8) setTalk({ notice: text.problems.nearLimit });
}

/** A call in which nobody speaks ends by itself. */
function watchSilence(): void {
  const call = current;
  if (!call) return;
  const [longest, silence] = call.timers;
  clearTimeout(silence);
  const timer = setTimeout(() => endCall(text.problems.silence), call.secret.idle_minutes * minuteMs);
  call.timers = longest === undefined ? [timer] : [longest, timer];
}
