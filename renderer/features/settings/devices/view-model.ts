import type { LanState } from "../../../../server/domains/access/lan/model.ts";
import type { Privilege } from "../../../../server/domains/access/oauth/model.ts";

/** What a privilege means for whoever picks one. */
export const privilegeWords: Readonly<Record<Privilege, { label: string; hint: string }>> = {
  act_as_human: {
    label: "Acts as me",
    hint: "Messages from it count as yours, and it can do everything you can do here.",
  },
  relay_only: {
    label: "Only relays",
    hint: "It can view the board and pass on messages. It cannot answer questions for you, merge, or change keys, connections or settings.",
  },
};

/** How it stands with the network, in a few words and a sentence. */
export function networkWords({ open, listening, problem }: LanState): { title: string; text: string } {
  if (!open) return { title: "Closed", text: "Only this machine can reach Signalbox." };
  if (listening)
    return {
      title: "Open",
      text: "Devices on your local network can reach Signalbox over an encrypted connection.",
    };
  return { title: "Open, but unreachable", text: problem ?? "Opening the network…" };
}

/** The host and port of an origin, which is what people compare and type. */
export const addressOf = (origin: string): string => URL.parse(origin)?.host ?? origin;
