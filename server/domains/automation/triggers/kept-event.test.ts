import { describe, expect, it } from "vitest";
import { readKeptEvent, writingsOf } from "./kept-event.ts";

const writing = (content: string) => ({
  entryPoint: "chat.dm" as const,
  author: { key: "ada@example.com", displayName: "Ada" },
  content,
  at: 1,
});

describe("an event that an earlier version kept", () => {
  it("has its variables and what its people wrote", () => {
    const kept = readKeptEvent({
      variables: { text: "pears" },
      summary: "Ada: pears",
      writing: writing("pears"),
      folded: [
        { at: 2, entry: "plums", writing: writing("plums") },
        { at: 3, entry: "by nobody known", writing: null },
      ],
    });
    expect(kept).toMatchObject({ summary: "Ada: pears", entry: "Ada: pears", group: null, joins: null });
    expect(kept && writingsOf(kept).map(({ content }) => content)).toEqual(["pears", "plums"]);
  });

  it("may have next to nothing", () => {
    expect(readKeptEvent(null)).toBeNull();
    expect(readKeptEvent({})).toMatchObject({ variables: {}, writings: [], folded: [] });
  });
});
