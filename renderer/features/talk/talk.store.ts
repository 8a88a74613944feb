import { create } from "zustand";

/** What the button shows. `listening` only once sound flows, so that no first word is lost. */
export type CallPhase = "off" | "connecting" | "live";

export interface Talk {
  /** The panel is on the screen. */
  open: boolean;
  phase: CallPhase;
  /** The person speaks now, as the provider hears it. */
  hearing: boolean;
  speaking: boolean;
  thinking: boolean;
  /** The person wants the microphone to take everything, not only while the button or Space is held. */
  handsFree: boolean;
  held: boolean;
  /** The owner chose that the end of a turn is where the button is let go: hands-free would never end one. */
  pushToTalk: boolean;
  /** The word without which the call does not answer; null if it answers everything. */
  wakeWord: string | null;
  /** What is being said in the call, not yet rows. */
  partials: readonly { id: string; role: "user" | "assistant"; text: string }[];
  /** The answer that is being written to a typed message. */
  writing: { replyTo: number; text: string } | null;
  /** When the call began, epoch ms. */
  since: number | null;
  costDollars: number | null;
  problem: string | null;
  notice: string | null;
  /** How often the settings changed since the page was opened. */
  settingsChanges: number;
  /** A call is to be started, or the open one ended, as soon as the panel can. */
  callWish: boolean;
}

export const useTalk = create<Talk>()(() => ({
  open: false,
  phase: "off",
  hearing: false,
  speaking: false,
  thinking: false,
  handsFree: true,
  held: false,
  pushToTalk: false,
  wakeWord: null,
  partials: [],
  writing: null,
  since: null,
  costDollars: null,
  problem: null,
  notice: null,
  settingsChanges: 0,
  callWish: false,
}));

/** Whether the microphone takes everything now. */
export const isHandsFree = ({ handsFree, pushToTalk }: Pick<Talk, "handsFree" | "pushToTalk">): boolean =>
  handsFree && !pushToTalk;

export const setTalk = (change: Partial<Talk>): void => useTalk.setState(change);
/** Opens the panel and asks it to start a call, or to end the one that is open. */
export const toggleCall = (): void =>
  useTalk.setState(({ callWish }) => ({ open: true, callWish: !callWish }));
export const toggleTalk = (): void => useTalk.setState(({ open }) => ({ open: !open }));

/** Passes the changed settings on to a call in progress. */
export const followLiveSettings = (): void =>
  useTalk.setState(({ settingsChanges }) => ({ settingsChanges: settingsChanges + 1 }));

/** What the stream says about the answer to a typed message. A piece that does not continue what is here is left out. */
export function receiveWriting(event: { reply_to: number; from: number; text: string | null }): void {
  useTalk.setState(({ writing }) => {
    if (event.text === null) return { writing: null };
    const shown = writing?.replyTo === event.reply_to ? writing.text : "";
    if (event.from > shown.length) return {};
    return { writing: { replyTo: event.reply_to, text: shown.slice(0, event.from) + event.text } };
  });
}
