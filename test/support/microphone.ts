import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const rate = 48_000;

/** A second of a tone and a second of silence, which Chromium repeats as the sound of its microphone. */
function toneFile(): string {
  const samples = new Int16Array(rate * 2);
  for (let at = 0; at < rate; at += 1)
    samples[at] = Math.round(9_000 * Math.sin((2 * Math.PI * 440 * at) / rate));
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  const path = join(mkdtempSync(join(tmpdir(), "signalbox-tone-")), "tone.wav");
  writeFileSync(path, Buffer.concat([header, Buffer.from(samples.buffer)]));
  return path;
}

/** Chromium with a microphone that plays a file, and a person who allows it. */
export const microphoneFlags = (): string[] => [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-audio-capture=${toneFile()}`,
  "--autoplay-policy=no-user-gesture-required",
];
