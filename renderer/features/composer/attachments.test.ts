import { describe, expect, it } from "vitest";
import { admitFiles, type PendingFile, sizeWords } from "./attachments.ts";

const megabyte = 1024 * 1024;
const held = (bytes: number): PendingFile => ({
  id: 1,
  bytes,
  attachment: { filename: "held", media_type: "text/plain", data: "" },
});

describe("admitFiles", () => {
  it("takes what fits exactly and not a byte more", () => {
    const files = [
      { name: "fits", size: 30 * megabyte },
      { name: "over", size: 1 },
    ];
    const { admitted, refusals } = admitFiles(files, [held(50 * megabyte)]);
    expect(admitted.map(({ name }) => name)).toEqual(["fits"]);
    expect(refusals).toEqual([
      "over (1 bytes) was left out: the files of a message may be 80.0 MB together.",
    ]);
  });

  it("still takes a smaller file after one that was too large", () => {
    const { admitted } = admitFiles(
      [
        { name: "huge", size: 81 * megabyte },
        { name: "small", size: 5 },
      ],
      [],
    );
    expect(admitted.map(({ name }) => name)).toEqual(["small"]);
  });

  it("takes twenty files", () => {
    const files = Array.from({ length: 21 }, (_, n) => ({ name: `f${n}`, size: 1 }));
    const { admitted, refusals } = admitFiles(files, []);
    expect(admitted).toHaveLength(20);
    expect(refusals[0]).toContain("at most 20 files");
  });
});

it.each([
  [512, "512 bytes"],
  [2_048, "2 KB"],
  [megabyte * 1.5, "1.5 MB"],
])("writes %i bytes as %s", (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
