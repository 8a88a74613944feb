import { webhookRefusal } from "./errors.ts";
import { isGitHubEvent, isOfEvent } from "./event-rules.ts";
import { isSignedByGitHub, isSignedBySlack, type SignedRequest } from "./signature.ts";

/** What a signed request is. */
export type Reading =
  | { kind: "delivery"; id: string; event: string }
  /** The host checks the address. */
  | { kind: "challenge"; challenge: string }
  /** Nothing that anybody waits for. */
  | { kind: "ignored" };

/** What differs between hosts: to add one, write its receiver, and give the service what acts on its deliveries. */
export interface Receiver {
  isSigned(request: SignedRequest, secret: string): boolean;
  /** Reads as little as is needed to store the delivery; throws 400 for what is none. */
  read(request: Pick<SignedRequest, "header" | "raw">): Reading;
}

const longestId = 200;

export const gitHubReceiver: Receiver = {
  isSigned: isSignedByGitHub,
  read({ header, raw }) {
    if (!/^application\/json\b/i.test(header("content-type") ?? "")) throw webhookRefusal("not_json");
    const id = header("x-github-delivery") ?? "";
    if (id === "" || id.length > longestId) throw webhookRefusal("no_delivery_id");
    const event = header("x-github-event") ?? "";
    if (!isGitHubEvent(event)) return { kind: "ignored" };
    // The signature covers the body alone: it says what this is, and the headers only name it.
    if (!isOfEvent(event, objectOf(raw))) throw webhookRefusal("other_event", { event });
    return { kind: "delivery", id, event };
  },
};

export const slackReceiver: Receiver = {
  isSigned: isSignedBySlack,
  read({ raw }) {
    const { type, challenge, event_id: id, event } = objectOf(raw);
    if (type === "url_verification" && typeof challenge === "string") return { kind: "challenge", challenge };
    if (type !== "event_callback") return { kind: "ignored" };
    if (typeof id !== "string" || id === "" || id.length > longestId) throw webhookRefusal("no_delivery_id");
    const name = typeof event === "object" && event !== null && "type" in event ? event.type : null;
    return typeof name === "string" && name.length <= longestId
      ? { kind: "delivery", id, event: name }
      : { kind: "ignored" };
  },
};

function objectOf(raw: Uint8Array): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    throw webhookRefusal("not_an_object");
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw webhookRefusal("not_an_object");
}
