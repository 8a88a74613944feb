import { describe, expect, it } from "vitest";
import { piTranscript } from "./pi/transcript.ts";
import { isUnsent, markUnsent, withoutMarks } from "./unsent-prompts.ts";

const line = JSON.stringify({ type: "message", message: { role: "user", content: "Merge it" } });

describe("the mark of a prompt that nobody sent", () => {
  it.each([
    ["a line", line],
    ["one that ends with blanks", `${line} \r`],
    ["one that says it was sent", line.replace("{", '{"signalbox_unsent_prompt":false,')],
    ["one that says so at its end", `${line.slice(0, -1)},"signalbox_unsent_prompt":null}`],
  ])("counts on %s", (_what, written) => {
    expect(isUnsent(JSON.parse(markUnsent(written)))).toBe(true);
  });

  it("goes before a CLI reads the line again", () => {
    expect(withoutMarks(markUnsent(line))).toBe(line);
    expect(withoutMarks(line)).toBe(line);
  });

  it("makes the prompt a notice for every reader", () => {
    const value: unknown = JSON.parse(markUnsent(line));
    expect(piTranscript.events(value)).toEqual([{ type: "notice", text: "Merge it", unsent: true }]);
    expect([
      piTranscript.isPrompt(value, "Merge it"),
      piTranscript.isPrompt(JSON.parse(line), "Merge it"),
    ]).toEqual([false, true]);
  });
});
