import { describe, expect, it } from "vitest";
import { codexTranscript } from "./codex/transcript.ts";
import { piTranscript } from "./pi/transcript.ts";
import { markCommand } from "./sent-commands.ts";
import { withoutMarks } from "./unsent-prompts.ts";

const ofCodex = JSON.stringify({ type: "compacted", payload: { message: "The summary" } });
const ofPi = JSON.stringify({ type: "compaction", id: "a", parentId: null, summary: "The summary" });

describe.each([
  ["Codex", codexTranscript, ofCodex],
  ["pi", piTranscript, ofPi],
])("the line with which %s compacted a conversation", (_cli, reader, line) => {
  it("is the result of /compact, and of nothing else", () => {
    const value: unknown = JSON.parse(line);
    const answers = ["/compact", " /compact keep it", "/compactor", "Please /compact", ""].map((prompt) =>
      reader.isResultOf?.(value, prompt),
    );
    expect(answers).toEqual([true, true, false, false, false]);
    expect(reader.isResultOf?.({ type: "message" }, "/compact")).toBe(false);
  });

  it("shows the command that it was marked with before the summary", () => {
    expect(reader.events(JSON.parse(markCommand(`${line} \r`, '/compact keep "it"')))).toEqual([
      { type: "user", text: '/compact keep "it"', images: 0 },
      { type: "compaction", trigger: "manual", summary: "The summary" },
    ]);
    expect(reader.events(JSON.parse(line))).toEqual([
      { type: "compaction", trigger: null, summary: "The summary" },
    ]);
  });

  it("has no mark before the CLI reads it again, nor one that an agent wrote", () => {
    expect(withoutMarks(markCommand(line, "/compact"))).toBe(line);
  });
});
