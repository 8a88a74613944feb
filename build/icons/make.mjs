/**
 * Draws the icons: a signal lamp. `node build/icons/make.mjs` writes them.
 * Shapes are distance functions in a square from -1 to 1, so that every size is drawn sharp rather than scaled.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

/**
 * How far a point is outside a shape; negative inside.
 * @typedef {(x: number, y: number) => number} Shape
 * Red, green and blue from 0 to 255, and opacity from 0 to 1.
 * @typedef {readonly [number, number, number, number]} Color
 * @typedef {{ shape: Shape, color: Color, softness?: number }} Layer
 */

/** @type {(x: number, y: number, radius: number) => Shape} */
const disc = (cx, cy, radius) => (x, y) => Math.hypot(x - cx, y - cy) - radius;

/** @type {(half: readonly [number, number], radius: number) => Shape} */
const roundedBox =
  ([halfWidth, halfHeight], radius) =>
  (x, y) => {
    const dx = Math.abs(x) - halfWidth + radius;
    const dy = Math.abs(y) - halfHeight + radius;
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };

/** @type {(shape: Shape, ...holes: Shape[]) => Shape} */
const without =
  (shape, ...holes) =>
  (x, y) =>
    Math.max(shape(x, y), ...holes.map((hole) => -hole(x, y)));

const head = roundedBox([0.42, 0.74], 0.42);
const upper = disc(0, -0.32, 0.25);
const lower = disc(0, 0.32, 0.25);

/** @type {Layer[]} */
const icon = [
  { shape: roundedBox([0.92, 0.92], 0.42), color: [27, 38, 50, 1] },
  { shape: disc(0, 0.32, 0.28), color: [64, 222, 150, 0.55], softness: 0.5 },
  { shape: head, color: [9, 14, 20, 1] },
  { shape: upper, color: [92, 40, 44, 1] },
  { shape: disc(0, 0.32, 0.2), color: [64, 222, 150, 0.6], softness: 0.22 },
  { shape: lower, color: [64, 222, 150, 1] },
  { shape: disc(-0.07, 0.24, 0.07), color: [226, 255, 240, 0.85], softness: 0.06 },
];

/** Readable on a light panel as on a dark one. @type {Layer[]} */
const tray = [
  { shape: roundedBox([0.54, 0.94], 0.5), color: [210, 218, 226, 1] },
  { shape: roundedBox([0.46, 0.86], 0.44), color: [20, 29, 39, 1] },
  { shape: disc(0, -0.38, 0.28), color: [150, 60, 64, 1] },
  { shape: disc(0, 0.38, 0.28), color: [64, 222, 150, 1] },
];

/** The red lamp is lit: a session needs input. @type {Layer[]} */
const attention = [
  { shape: roundedBox([0.54, 0.94], 0.5), color: [210, 218, 226, 1] },
  { shape: roundedBox([0.46, 0.86], 0.44), color: [20, 29, 39, 1] },
  { shape: disc(0, -0.38, 0.32), color: [255, 86, 78, 1] },
  { shape: disc(0, 0.38, 0.28), color: [38, 92, 68, 1] },
];

/** macOS colors it and uses only its opacity. @type {Layer[]} */
const template = [
  {
    shape: without(roundedBox([0.52, 0.94], 0.5), disc(0, -0.38, 0.26)),
    color: [0, 0, 0, 1],
  },
];

/**
 * @param {readonly Layer[]} layers
 * @param {number} size in pixels
 */
function png(layers, size) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const x = ((column + 0.5) / size) * 2 - 1;
      const y = ((row + 0.5) / size) * 2 - 1;
      rows.set(pixel(layers, { x, y, edge: 2 / size }), row * (size * 4 + 1) + 1 + column * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // 8 bits a channel, red, green, blue and alpha
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND"),
  ]);
}

/**
 * @param {readonly Layer[]} layers
 * @param {{ x: number, y: number, edge: number }} point `edge` is the width over which a shape fades out
 */
function pixel(layers, { x, y, edge }) {
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (const { shape, color, softness = 0 } of layers) {
    const cover = color[3] * Math.min(1, Math.max(0, 0.5 - shape(x, y) / Math.max(edge, softness)));
    const next = cover + alpha * (1 - cover);
    if (next === 0) continue;
    const mix = (/** @type {number} */ over, /** @type {number} */ under) =>
      (over * cover + under * alpha * (1 - cover)) / next;
    [red, green, blue, alpha] = [mix(color[0], red), mix(color[1], green), mix(color[2], blue), next];
  }
  return [red, green, blue, alpha * 255].map(Math.round);
}

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data = new Uint8Array()) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** @type {readonly (readonly [name: string, layers: readonly Layer[], size: number])[]} */
export const icons = [
  ["icon.png", icon, 512],
  ["tray.png", tray, 16],
  ["tray@2x.png", tray, 32],
  ["trayAttention.png", attention, 16],
  ["trayAttention@2x.png", attention, 32],
  ["trayTemplate.png", template, 16],
  ["trayTemplate@2x.png", template, 32],
];

if (import.meta.main) {
  for (const [name, layers, size] of icons) writeFileSync(join(import.meta.dirname, name), png(layers, size));
}
