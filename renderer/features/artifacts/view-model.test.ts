import { describe, expect, it } from "vitest";
import type { MessageWithFiles } from "../../../server/domains/review/artifacts/model.ts";
import { type EntryPictures, fullPath, lineOf, originOf, picturesToShow } from "./view-model.ts";

const at = (second: number): string => new Date(1_000_000 + second * 1_000).toISOString();

const message = (more: Partial<MessageWithFiles> = {}): MessageWithFiles => ({
  id: 1,
  text: "Look at this",
  status: "sent",
  created_at: at(0),
  sent_at: at(10),
  attachments: [{ filename: "a.png", media_type: "image/png", image: true, bytes: 70 }],
  ...more,
});

const prompt = (index: number, second: number, text = "Look at this") => ({
  index,
  timestamp: at(second),
  text,
});

const picturesOf = (more: Partial<EntryPictures> = {}): EntryPictures => ({
  entry: "4.0",
  count: 1,
  index: 4,
  timestamp: null,
  call: null,
  in: "prompt",
  ...more,
});

describe("the line of a message", () => {
  it.each([
    ["is that of the prompt which says the same", message(), [prompt(0, 1, "Begin"), prompt(4, 9)], 4],
    ["is not one that came later", message(), [prompt(4, 9), prompt(8, 60)], 4],
    ["may be written down a moment late", message(), [prompt(4, 12)], 4],
    [
      "is found below what the service added",
      message(),
      [prompt(4, 9, "Look at this\n\nAttached files:")],
      4,
    ],
    ["is found where the outline has only its beginning", message(), [prompt(4, 9, "Look at")], 4],
    ["is none before it is sent", message({ sent_at: null, status: "pending" }), [prompt(4, 9)], null],
    ["is none where no prompt says it", message(), [prompt(4, 9, "Something else")], null],
    ["is none without origin to know it by", message({ text: " " }), [prompt(4, 9)], null],
    ["is none where the prompt has no origin", message(), [prompt(4, 9, "")], null],
    ["is none where nobody knows when", message(), [{ ...prompt(4, 9), timestamp: null }], null],
  ])("%s", (_title, sent, prompts, line) => {
    expect(lineOf(sent, prompts)).toBe(line);
  });
});

describe("pictures besides the sent ones", () => {
  it("leaves out those of a prompt that are shown as attachments", () => {
    const made = picturesOf({ entry: "5.0", index: 5, in: "result" });
    const other = picturesOf({ entry: "2.0", index: 2 });
    expect(picturesToShow([other, picturesOf(), made], [message()], [prompt(4, 9)])).toEqual([other, made]);
  });

  it("keeps those whose file is gone, and those that are more than the attachments", () => {
    const gone = message({
      attachments: [{ filename: "a.png", media_type: "image/png", image: true, bytes: null }],
    });
    expect(picturesToShow([picturesOf()], [gone], [prompt(4, 9)])).toEqual([picturesOf()]);
    expect(picturesToShow([picturesOf({ count: 2 })], [message()], [prompt(4, 9)])).toEqual([
      picturesOf({ count: 2 }),
    ]);
  });
});

it.each([
  [picturesOf(), "Sent with a prompt", null],
  [picturesOf({ in: "result" }), "Returned by a tool", null],
  [
    picturesOf({ in: "result", call: { name: "Read", input: { file_path: "/c/a.png" } } }),
    "Viewed /c/a.png",
    "/c/a.png",
  ],
  [
    picturesOf({ in: "result", call: { name: "mcp__browser__shot", input: {} } }),
    "Returned by browser · shot",
    null,
  ],
])("shows the origin of %j", (pictures, origin, file) => {
  expect(originOf(pictures)).toEqual({ origin, file });
});

it("uses the separators of the machine in a path", () => {
  expect([fullPath("/data/scratch/1", "a/b.txt"), fullPath("C:\\data\\1", "a/b.txt")]).toEqual([
    "/data/scratch/1/a/b.txt",
    "C:\\data\\1\\a\\b.txt",
  ]);
});
