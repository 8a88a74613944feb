import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { boundedLine, oversizedLine, oversizedType } from "./oversized-line.ts";

const nested = (levels: number): string => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const wide = (keys: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index])));

it("says how long a line was, what it hashes to and how it began", () => {
  const line = oversizedLine();
  const piece = Buffer.alloc(50 * 1024, "x");
  for (let count = 0; count < 4; count++) line.add(piece);
  expect(JSON.parse(line.marker())).toEqual({
    type: oversizedType,
    bytes: 200 * 1024,
    sha256: createHash("sha256")
      .update("x".repeat(200 * 1024))
      .digest("hex"),
    text: "x".repeat(64 * 1024),
  });
});

const listed = (values: number): string => `[${"{},".repeat(values)}0]`;

it.each([
  nested(150),
  wide(50_000),
  listed(400_000),
  `{"text":${JSON.stringify('[{":\\"'.repeat(200_000))}}`,
])("leaves a line as it is that is shallow and has few keys", (line) => {
  expect(boundedLine(line)).toBe(line);
});

it.each([nested(201), nested(1_000_000), wide(100_001), listed(500_001)])(
  "replaces one that is too deep or too wide",
  (line) => {
    const { text, ...marker } = JSON.parse(boundedLine(line)) as { text: string };
    expect(marker).toMatchObject({ type: oversizedType, bytes: line.length });
    expect(line.startsWith(text)).toBe(true);
  },
);

it("keeps no half of a word at the cut, which could be half a secret", () => {
  const line = oversizedLine();
  line.add(Buffer.from(`${"a ".repeat(32 * 1024 - 5)}ghp_0123456789 and more`));
  const { text } = JSON.parse(line.marker()) as { text: string };
  expect(text.endsWith("a ")).toBe(true);
});
