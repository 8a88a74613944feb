import { text } from "./text.ts";

/** Why there is no microphone, as a sentence with a way on. */
export class MicrophoneProblem extends Error {
  override readonly name = "MicrophoneProblem";
}

const constraints = (deviceId: string | null): MediaStreamConstraints => ({
  audio: {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(deviceId !== null && { deviceId: { exact: deviceId } }),
  },
});

export async function openMicrophone(deviceId: string | null): Promise<MediaStream> {
  // Browsers leave it out of pages that are neither on this machine nor over HTTPS.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw new MicrophoneProblem(text.problems.insecure);
  try {
    return await devices.getUserMedia(constraints(deviceId));
  } catch (error) {
    throw new MicrophoneProblem(problemOf(error), { cause: error });
  }
}

function problemOf(error: unknown): string {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return text.problems.denied;
    case "NotReadableError":
    case "AbortError":
      return text.problems.busy;
    default:
      return text.problems.noDevice;
  }
}

export interface AudioDevice {
  id: string;
  label: string;
}

export async function listDevices(kind: "audioinput" | "audiooutput"): Promise<AudioDevice[]> {
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  const found = (await devices?.enumerateDevices()) ?? [];
  return found
    .filter((device) => device.kind === kind && device.deviceId !== "")
    .map(({ deviceId: id, label }) => ({ id, label }));
}

/** How loud a stream is, from 0 to 1, each time it is asked. */
export function levelMeter(stream: MediaStream): { level(): number; close(): void } {
  const context = new AudioContext();
  const probe = context.createAnalyser();
  probe.fftSize = 512;
  context.createMediaStreamSource(stream).connect(probe);
  const samples = new Uint8Array(probe.fftSize);
  return {
    level() {
      probe.getByteTimeDomainData(samples);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - 128)), 0);
      return Math.min(1, (loudest / 128) * 1.6);
    },
    close: () => void context.close(),
  };
}

const tones = { start: [520, 780], stored: [660], done: [780, 520] } as const;

/** A short, quiet sound for what changed. */
export function playSound(name: keyof typeof tones): void {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = 0.04;
  gain.connect(context.destination);
  tones[name].forEach((frequency, index) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(context.currentTime + index * 0.09);
    tone.stop(context.currentTime + index * 0.09 + 0.07);
  });
  setTimeout(() => void context.close(), 400);
}
