import type { ClientSecret } from "../../../server/domains/live/conversations/model.ts";
import type { ProviderEvent } from "./call-rules.ts";
import { text } from "./text.ts";

/** One connection with the provider: sound both ways, and events. */
export interface CallConnection {
  send(event: ProviderEvent): void;
  /** Another microphone takes over. */
  replaceTrack(track: MediaStreamTrack): Promise<void>;
  close(): void;
}

export interface ConnectionListeners {
  onEvent(event: ProviderEvent): void;
  /** The provider or the network ended it. */
  onLost(): void;
}

const openMs = 20_000;

/** The provider did not take the offer of a call. */
export class CallRefusal extends Error {
  override readonly name = "CallRefusal";
  /** The secret was too old, so another one may help. */
  readonly isExpired: boolean;

  constructor(status: number) {
    super(text.problems.refused(status));
    this.isExpired = status === 401;
  }
}

/** Offers a call to the provider, and resolves once events flow. Throws if it cannot be connected. */
export async function connectCall(
  secret: Pick<ClientSecret, "calls_url" | "client_secret">,
  { stream, audio }: { stream: MediaStream; audio: HTMLAudioElement },
  { onEvent, onLost }: ConnectionListeners,
): Promise<CallConnection> {
  const peer = new RTCPeerConnection();
  const channel = peer.createDataChannel("oai-events");
  let isClosed = false;
  const lose = (): void => {
    if (isClosed) return;
    close();
    onLost();
  };
  function close(): void {
    isClosed = true;
    channel.close();
    peer.close();
    audio.srcObject = null;
  }
  peer.addEventListener("track", ({ streams: [remote] }) => {
    audio.srcObject = remote ?? null;
    // Refused before the person touched the page; the transcript is there in any case.
    audio.play().catch(() => undefined);
  });
  for (const track of stream.getAudioTracks()) peer.addTrack(track, stream);
  try {
    const opened = whenOpen(channel);
    await peer.setLocalDescription(await peer.createOffer());
    await peer.setRemoteDescription({ type: "answer", sdp: await answerTo(peer, secret) });
    await opened;
  } catch (error) {
    close();
    throw error;
  }
  channel.addEventListener("message", ({ data }) => onEvent(JSON.parse(String(data)) as ProviderEvent));
  channel.addEventListener("close", lose);
  peer.addEventListener("connectionstatechange", () => {
    if (peer.connectionState === "failed" || peer.connectionState === "disconnected") lose();
  });
  return {
    send: (event) => {
      if (channel.readyState === "open") channel.send(JSON.stringify(event));
    },
    async replaceTrack(track) {
      await Promise.all(peer.getSenders().map((sender) => sender.replaceTrack(track)));
    },
    close,
  };
}

async function answerTo(
  peer: RTCPeerConnection,
  { calls_url, client_secret }: Pick<ClientSecret, "calls_url" | "client_secret">,
): Promise<string> {
  const response = await fetch(calls_url, {
    method: "POST",
    headers: { authorization: `Bearer ${client_secret}`, "content-type": "application/sdp" },
    body: peer.localDescription?.sdp ?? "",
  });
  if (!response.ok) throw new CallRefusal(response.status);
  return response.text();
}

function whenOpen(channel: RTCDataChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The call did not open in time")), openMs);
    channel.addEventListener("open", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
