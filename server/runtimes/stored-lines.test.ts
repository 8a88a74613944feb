import { expect, it } from "vitest";
import { boundedLine } from "../lib/oversized-line.ts";
import { transcriptReaders } from "./facts.ts";

const marker: unknown = JSON.parse(
  boundedLine(`{"type":"user","message":${"[".repeat(300)}${"]".repeat(300)}}`),
);

it.each([...transcriptReaders])(
  "%s shows a line that was not kept as text, and as no prompt",
  (_id, reader) => {
    expect(reader.keeps(marker)).toBe(true);
    expect(reader.events(marker)).toEqual([
      {
        type: "notice",
        text: expect.stringContaining('too deep to keep. It begins:\n\n{"type":"user","message":[[['),
      },
    ]);
    expect(reader.isPrompt(marker, "")).toBe(false);
  },
);
