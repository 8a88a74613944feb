import { z } from "zod/mini";

/** What a frame with an app may ask of the board: how tall it wants to be. Everything else is refused or ignored. */
const leastHeight = 48;
const mostHeight = 640;
export const firstHeight = 240;

const size = z.object({ height: z.number() });
/** MCP Apps, and the form before the specification. */
const sizeMessage = z.union([
  z.object({ method: z.literal("ui/notifications/size-changed"), params: size }),
  z.object({ type: z.literal("ui-size-change"), payload: size }),
]);

/** The height in pixels that a frame asks for, within bounds; null for any other message. */
export function wantedHeight(message: unknown): number | null {
  const { data } = sizeMessage.safeParse(message);
  if (data === undefined) return null;
  const { height } = "params" in data ? data.params : data.payload;
  return Math.round(Math.min(Math.max(height, leastHeight), mostHeight));
}

const request = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().check(z.maxLength(200)), z.number()]),
  method: z.string().check(z.maxLength(200)),
});

/**
 * What a frame is answered. Apps begin with `ui/initialize` and wait for its result; the board has nothing else to offer.
 * Null for what needs no answer.
 */
export function answerTo(message: unknown): object | null {
  const { data } = request.safeParse(message);
  if (data === undefined) return null;
  const reply = { jsonrpc: "2.0", id: data.id };
  if (data.method !== "ui/initialize")
    return { ...reply, error: { code: -32601, message: "Signalbox does not offer this to apps" } };
  return {
    ...reply,
    result: {
      protocolVersion: "2026-01-26",
      hostInfo: { name: "Signalbox", version: "1" },
      hostCapabilities: {},
      hostContext: { displayMode: "inline" },
    },
  };
}
