import { describe, expect, it } from "vitest";
import {
  acceptFiles,
  attachmentsForRequest,
  formatBytes,
  type PendingFile,
  pictureUrl,
  usageText,
} from "./attachments.ts";

const megabyte = 1024 * 1024;
const pending = (bytes: number): PendingFile => ({
  id: 1,
  bytes,
  attachment: { filename: "pending", media_type: "text/plain", data: "" },
});

describe("acceptFiles", () => {
  it("accepts what fits exactly and not a byte more", () => {
    const files = [
      { name: "fits", size: 30 * megabyte },
      { name: "over", size: 1 },
    ];
    const { admitted, refusals } = acceptFiles(files, [pending(50 * megabyte)]);
    expect(admitted.map(({ name }) => name)).toEqual(["fits"]);
    expect(refusals).toEqual(["over (1 bytes) was not attached: attachments can total up to 80 MB."]);
  });

  it("accepts a smaller file after one that was too large", () => {
    const { admitted } = acceptFiles(
      [
        { name: "huge", size: 81 * megabyte },
        { name: "small", size: 5 },
      ],
      [],
    );
    expect(admitted.map(({ name }) => name)).toEqual(["small"]);
  });

  it("accepts twenty files", () => {
    const files = Array.from({ length: 21 }, (_, n) => ({ name: `f${n}`, size: 1 }));
    const { admitted, refusals } = acceptFiles(files, []);
    expect(admitted).toHaveLength(20);
    expect(refusals[0]).toContain("up to 20 files");
  });
});

it("leaves out an empty file, because the service would refuse the whole message", () => {
  const { admitted, refusals } = acceptFiles([{ name: "void.txt", size: 0 }], []);
  expect(admitted).toEqual([]);
  expect(refusals).toEqual(["void.txt was not attached: the file is empty."]);
});

it("shows how much of the limits is used", () => {
  expect(usageText([pending(megabyte), pending(megabyte / 2)])).toBe("2 of 20 files, 1.5 MB of 80 MB");
});

describe("pictureUrl", () => {
  const url = (text: string, bytes = 1) => {
    const data = Buffer.from(text, "latin1").toString("base64");
    return pictureUrl({
      ...pending(bytes),
      attachment: { filename: "p.txt", media_type: "text/plain", data },
    });
  };

  it.each([
    ["image/png", "\x89PNG\r\n\x1a\n and so on"],
    ["image/jpeg", "\xff\xd8\xff\xe0 and so on"],
    ["image/gif", "GIF89a and so on"],
    ["image/webp", "RIFF\x01\xff\x7f\x80WEBPVP8 and so on"],
  ])("recognizes %s by its bytes, not its name", (type, text) => {
    expect(url(text)).toMatch(new RegExp(`^data:${type};base64,`));
  });

  it.each([
    ["a drawing", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["a sound", "RIFF\x01\xff\x7f\x80WAVEfmt "],
  ])("does not treat %s as a picture", (_title, text) => {
    expect(url(text)).toBeNull();
  });

  it("sends a picture over 10 MB as a file", () => {
    expect(url("GIF89a", 11 * megabyte)).toBeNull();
  });
});

it("sends no list without files", () => {
  expect(attachmentsForRequest([])).toEqual({});
  expect(attachmentsForRequest([pending(1)]).attachments).toHaveLength(1);
});

it.each([
  [512, "512 bytes"],
  [2_048, "2 KB"],
  [megabyte * 1.5, "1.5 MB"],
])("formats %i bytes as %s", (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
