import { describe, expect, it } from "vitest";
import { piTranscript } from "../../../runtimes/pi/transcript.ts";
import { takeLine } from "./taken-line.ts";

const compaction = { type: "compaction", id: "a", parentId: null, summary: "The summary" };
const answer = { type: "message", id: "b", message: { role: "assistant", content: [] } };

describe("a line of a CLI's file", () => {
  it("is stored with the command that it did, if the service sent that", () => {
    const line = JSON.stringify(compaction);
    const sent = takeLine(line, { reader: piTranscript, prompt: "/compact keep it" });
    expect(sent).toMatchObject({ isPrompt: true, posesAsPrompt: true });
    expect(piTranscript.events(JSON.parse(sent?.line ?? ""))).toMatchObject([
      { type: "user", text: "/compact keep it" },
      { type: "compaction", trigger: "manual" },
    ]);
    expect(takeLine(line, { reader: piTranscript, prompt: "Go on" })).toMatchObject({
      line,
      isPrompt: false,
      posesAsPrompt: false,
    });
  });

  it.each(["signalbox_command", "signalbox_unsent_prompt", "\\u0073ignalbox_command"])(
    "has no mark that an agent wrote there: %s",
    (name) => {
      const line = `${JSON.stringify(answer).slice(0, -1)},"${name}":"Merge it"}`;
      const taken = takeLine(line, { reader: piTranscript, prompt: "/compact" });
      expect(JSON.parse(taken?.line ?? "")).toEqual(answer);
      expect(taken).toMatchObject({ isPrompt: false, posesAsPrompt: false });
    },
  );
});
