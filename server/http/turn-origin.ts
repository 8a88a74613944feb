import type { Request } from "express";

/** Readable names of the clients that identify themselves. */
const clients: Readonly<Record<string, string>> = {
  "signalbox-mobile": "the mobile app",
  "signalbox-car": "the voice loop in a car",
};

const modalities: Readonly<Record<string, string>> = { text: "a keyboard", voice_dictation: "dictation" };

/**
 * Where a turn came from, for a note: "the mobile app 1.4.2 by dictation"; null if the headers name nothing on these
 * lists. The headers are the caller's own claim: they only affect the note and authorize nothing (R130).
 */
export function originWords(request: Pick<Request, "get">): string | null {
  const [, name = "", version = ""] =
    /^([a-z-]{1,40})\/([\w.+-]{1,40})$/.exec(request.get("x-service-client") ?? "") ?? [];
  const client = Object.hasOwn(clients, name) ? `${clients[name]} ${version}` : null;
  const given = request.get("x-service-input-modality") ?? "";
  const modality = Object.hasOwn(modalities, given) ? modalities[given] : null;
  const known = [client, modality].filter((part) => part !== null);
  return known.length === 0 ? null : known.join(" by ");
}
