import { readdir, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { storeAttachments } from "./attachments.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const upload = (filename: string, bytes: Buffer | string, mediaType = "text/plain") => ({
  filename,
  media_type: mediaType,
  data: Buffer.from(bytes),
});

describe("storeAttachments", () => {
  it("stores the bytes under a generated name, readable by the owner only", async () => {
    await using folder = await makeTestFolder();
    const [stored] = await storeAttachments(folder.at("a"), [upload("notes.txt", "some words")]);
    expect(stored).toMatchObject({ filename: "notes.txt", mediaType: "text/plain", image: false });
    expect(basename(stored?.path ?? "")).toMatch(/^[0-9a-f]{16}-notes\.txt$/);
    expect(await readFile(stored?.path ?? "", "utf8")).toBe("some words");
    if (process.platform !== "win32") expect((await stat(stored?.path ?? "")).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["a picture that calls itself a text", "a.txt", png, { mediaType: "image/png", image: true }],
    ["a text that calls itself a picture", "a.png", "no picture", { mediaType: "image/png", image: false }],
    [
      "a picture too large to show",
      "b.png",
      Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]),
      { image: false },
    ],
  ])("detects the type from the bytes: %s", async (_title, filename, bytes, expected) => {
    await using folder = await makeTestFolder();
    const [stored] = await storeAttachments(folder.path, [upload(filename, bytes, "image/png")]);
    expect(stored).toMatchObject(expected);
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    [".bashrc", "_bashrc"],
    ["...", "_"],
    ["a b\tc\n.txt", "a_b_c_.txt"],
    ["名前.txt", "_.txt"],
    ["folder/", "attachment"],
    [`${"x".repeat(200)}.txt`, `${"x".repeat(116)}.txt`],
  ])("makes %j a plain name in the folder", async (filename, expected) => {
    await using folder = await makeTestFolder();
    const [stored] = await storeAttachments(folder.path, [upload(filename, "x")]);
    expect(await readdir(folder.path)).toEqual([basename(stored?.path ?? "")]);
    expect(basename(stored?.path ?? "").slice(17)).toBe(expected);
    expect(stored?.filename).toBe(filename);
  });

  it("stores two files of the same name separately", async () => {
    await using folder = await makeTestFolder();
    await storeAttachments(folder.path, [upload("a", "1"), upload("a", "2")]);
    expect(await readdir(folder.path)).toHaveLength(2);
  });

  it.each([
    ["not base64", null, /"bad" is not base64/],
    ["nothing", Buffer.alloc(0), /"bad" is empty/],
  ])("refuses all of them when one is %s, and leaves nothing behind", async (_title, data, sentence) => {
    await using folder = await makeTestFolder();
    const uploads = [upload("good", "x"), { filename: "bad", media_type: "text/plain", data }];
    await expect(storeAttachments(folder.path, uploads)).rejects.toThrow(
      expect.objectContaining({ status: 422, message: expect.stringMatching(sentence) }),
    );
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("creates no folder without attachments", async () => {
    await using folder = await makeTestFolder();
    expect(await storeAttachments(folder.at("none"), [])).toEqual([]);
    expect(await readdir(folder.path)).toEqual([]);
  });
});
