import type { Page } from "playwright-core";

/** The part of the picture that changed, and for how long it is shown. */
interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  ms: number;
  webp: Buffer;
}

/** What the page that encodes keeps between two pictures. */
interface EncoderPage {
  last?: ImageData;
}

export interface Film {
  /** Shows what the page shows now for this long. */
  shoot(page: Page, ms: number): Promise<void>;
  frameCount(): number;
  /** The whole film, as an animated WebP that repeats. */
  develop(): Buffer;
}

/**
 * Takes pictures of a page and makes a film of them. `encoder` is an empty page of the same browser: it finds what changed
 * from one picture to the next and encodes that alone, without loss.
 */
export function filmOf(encoder: Page): Film {
  const frames: Frame[] = [];
  const size = { width: 0, height: 0 };
  return {
    async shoot(page, ms) {
      const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
      const changed = await encoder.evaluate(encodeChange, picture.toString("base64"));
      const last = frames.at(-1);
      Object.assign(size, changed.size);
      if (changed.part !== null)
        frames.push({ ...changed.part, ms, webp: Buffer.from(changed.part.webp, "base64") });
      else if (last !== undefined) last.ms += ms;
    },
    frameCount: () => frames.length,
    develop: () => animatedWebp(size, frames),
  };
}

/** Runs in the page. The place of a part is even, as the format wants it. */
async function encodeChange(png: string) {
  const keeper = globalThis as unknown as EncoderPage;
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = bitmap;
  const whole = new OffscreenCanvas(width, height).getContext("2d", { alpha: false });
  if (whole === null) throw new Error("No canvas");
  whole.drawImage(bitmap, 0, 0);
  const now = whole.getImageData(0, 0, width, height);
  const { last } = keeper;
  keeper.last = now;
  let [left, top, right, bottom] = last === undefined ? [0, 0, width, height] : [width, height, 0, 0];
  if (last !== undefined) {
    const before = new Uint32Array(last.data.buffer);
    const after = new Uint32Array(now.data.buffer);
    for (let at = 0; at < after.length; at += 1) {
      if (after[at] === before[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
    if (right === 0) return { size: { width, height }, part: null };
  }
  [left, top] = [left - (left % 2), top - (top % 2)];
  const part = { x: left, y: top, width: right - left, height: bottom - top };
  const canvas = new OffscreenCanvas(part.width, part.height);
  canvas.getContext("2d", { alpha: false })?.drawImage(bitmap, -left, -top);
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: "image/webp", quality: 1 })).arrayBuffer(),
  );
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { size: { width, height }, part: { ...part, webp: btoa(text) } };
}

/** RFC 9649, 2.7: a header, how often it repeats, and the frames, none of which is blended with the one before. */
function animatedWebp(size: { width: number; height: number }, frames: readonly Frame[]): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt8(0b10, 0);
  header.writeUIntLE(size.width - 1, 4, 3);
  header.writeUIntLE(size.height - 1, 7, 3);
  const endless = Buffer.alloc(6);
  return chunk(
    "RIFF",
    Buffer.concat([
      Buffer.from("WEBP", "latin1"),
      chunk("VP8X", header),
      chunk("ANIM", endless),
      ...frames.map((frame) => chunk("ANMF", frameData(frame))),
    ]),
  );
}

function frameData({ x, y, width, height, ms, webp }: Frame): Buffer {
  const header = Buffer.alloc(16);
  for (const [index, value] of [x / 2, y / 2, width - 1, height - 1, ms].entries())
    header.writeUIntLE(value, index * 3, 3);
  header.writeUInt8(0b10, 15);
  return Buffer.concat([header, imageChunk(webp)]);
}

/** The picture in a WebP file of one picture, without the file's own headers. */
function imageChunk(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length; ) {
    const end = at + 8 + webp.readUInt32LE(at + 4);
    const type = webp.toString("latin1", at, at + 4);
    if (type === "VP8L" || type === "VP8 ") return chunk(type, webp.subarray(at + 8, end));
    at = end + (end % 2);
  }
  throw new Error("The browser encoded no WebP");
}

function chunk(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, "latin1");
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}
