import type { LanState } from "../../../../server/domains/access/lan/model.ts";
import type { Privilege } from "../../../../server/domains/access/oauth/model.ts";

/** What a privilege means for whoever picks one. */
export const privilegeWords: Readonly<Record<Privilege, { label: string; hint: string }>> = {
  act_as_human: {
    label: "Acts as me",
    hint: "What is written there counts as your own words, and it may do whatever you may do here.",
  },
  relay_only: {
    label: "Only relays",
    hint: "It shows the board and passes messages on. It answers no questions for you, merges nothing and changes no keys, connections or settings.",
  },
};

/** How it stands with the network, in a few words and a sentence. */
export function networkWords({ open, listening, problem }: LanState): { title: string; text: string } {
  if (!open) return { title: "Closed", text: "Only this machine reaches Signalbox." };
  if (listening)
    return {
      title: "Open",
      text: "Devices in your local network reach Signalbox, over an encrypted connection.",
    };
  return { title: "Open, but not reachable", text: problem ?? "It is being opened." };
}

/** The host and port of an origin, which is what people compare and type. */
export const addressOf = (origin: string): string => URL.parse(origin)?.host ?? origin;
