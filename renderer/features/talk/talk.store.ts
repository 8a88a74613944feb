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
  /** The microphone takes everything; otherwise only while the button or Space is held. */
  handsFree: boolean;
  held: boolean;
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
}

export const useTalk = create<Talk>()(() => ({
  open: false,
  phase: "off",
  hearing: false,
  speaking: false,
  thinking: false,
  handsFree: true,
  held: false,
  wakeWord: null,
  partials: [],
  writing: null,
  since: null,
  costDollars: null,
  problem: null,
  notice: null,
}));

export const setTalk = (change: Partial<Talk>): void => useTalk.setState(change);
export const toggleTalk = (): void => useTalk.setState(({ open }) => ({ open: !open }));

/** What the stream says about the answer to a typed message. A piece that does not continue what is here is left out. */
export function receiveWriting(event: { reply_to: number; from: number; text: string | null }): void {
  useTalk.setState(({ writing }) => {
    if (event.text === null) return { writing: null };
    const shown = writing?.replyTo === event.reply_to ? writing.text : "";
    if (event.from > shown.length) return {};
    return { writing: { replyTo: event.reply_to, text: shown.slice(0, event.from) + event.text } };
  });
}
