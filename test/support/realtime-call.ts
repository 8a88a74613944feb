import { randomUUID } from "node:crypto";
import { type RTCDataChannel, RTCPeerConnection } from "werift";

export interface RealtimeEvent {
  type: string;
  [field: string]: unknown;
}

/** One call as the provider has it: what the page sent, and what is sent to the page. */
export interface RealtimeCall {
  id: string;
  /** Of the client secret. */
  session: Record<string, unknown>;
  received: RealtimeEvent[];
  send(event: RealtimeEvent): void;
  /** The first event of this type after the first `skip`, once it is there. */
  next(type: string, skip?: number): Promise<RealtimeEvent>;
  /** Resolves once sound arrived from the page. */
  sound: Promise<void>;
  isClosed(): boolean;
  /** As when the provider or the network ends it. */
  drop(): Promise<void>;
}

type Wire = { send(text: string): void; close(): Promise<void> | void };

/** The events of one call, over whatever carries them. */
export function realtimeCall(session: Record<string, unknown>): {
  call: RealtimeCall;
  opened(wire: Wire): void;
  receive(text: string): void;
  gotSound(): void;
  closed(): void;
} {
  const received: RealtimeEvent[] = [];
  const waiting = new Set<() => void>();
  const queued: RealtimeEvent[] = [];
  let wire: Wire | undefined;
  let isClosed = false;
  const { promise: sound, resolve: gotSound } = Promise.withResolvers<void>();
  const send = (event: RealtimeEvent): void => {
    const whole = { event_id: `event_${randomUUID()}`, ...event };
    if (wire) wire.send(JSON.stringify(whole));
    else queued.push(whole);
  };
  function react(event: RealtimeEvent): void {
    if (event.type === "session.update")
      send({ type: "session.updated", session: { ...session, ...(event["session"] as object) } });
    if (event.type === "conversation.item.create") {
      const item = {
        id: `item_${randomUUID()}`,
        object: "realtime.item",
        status: "completed",
        ...(event["item"] as object),
      };
      send({ type: "conversation.item.added", previous_item_id: null, item });
      send({ type: "conversation.item.done", previous_item_id: null, item });
    }
    if (event.type === "conversation.item.delete")
      send({ type: "conversation.item.deleted", item_id: event["item_id"] });
  }
  return {
    call: {
      id: `rtc_${randomUUID()}`,
      session,
      received,
      send,
      sound,
      next: (type, skip = 0) =>
        new Promise((resolve) => {
          const look = (): void => {
            const found = received.filter((event) => event.type === type)[skip];
            if (!found) return;
            waiting.delete(look);
            resolve(found);
          };
          waiting.add(look);
          look();
        }),
      isClosed: () => isClosed,
      drop: async () => wire?.close(),
    },
    opened(open) {
      wire = open;
      send({ type: "session.created", session });
      for (const event of queued.splice(0)) wire.send(JSON.stringify(event));
    },
    receive(text) {
      const event = JSON.parse(text) as RealtimeEvent;
      received.push(event);
      react(event);
      for (const look of waiting) look();
    },
    gotSound,
    closed: () => {
      isClosed = true;
    },
  };
}

/** Answers a browser's offer. Resolves with the answer's SDP; the call opens when the browser's channel does. */
export async function answerOffer(
  sdp: string,
  session: Record<string, unknown>,
): Promise<{ sdp: string; call: RealtimeCall; close(): Promise<void> }> {
  const peer = new RTCPeerConnection({ iceServers: [] });
  const events = realtimeCall(session);
  peer.onTrack.subscribe((track) => track.onReceiveRtp.once(() => events.gotSound()));
  peer.onDataChannel.subscribe((channel: RTCDataChannel) => {
    channel.onMessage.subscribe((data) => events.receive(data.toString()));
    const open = (): void => events.opened({ send: (text) => channel.send(text), close: () => peer.close() });
    if (channel.readyState === "open") open();
    channel.stateChanged.subscribe((state) => {
      if (state === "open") open();
      if (state === "closed") events.closed();
    });
  });
  peer.connectionStateChange.subscribe((state) => {
    if (state === "closed" || state === "disconnected" || state === "failed") events.closed();
  });
  await peer.setRemoteDescription({ type: "offer", sdp });
  await peer.setLocalDescription(await peer.createAnswer());
  return { sdp: peer.localDescription?.sdp ?? "", call: events.call, close: () => peer.close() };
}
