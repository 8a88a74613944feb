import { describe, expect, it } from "vitest";
import type { WaitingReason } from "../../../server/domains/sessions/wait-reasons/model.ts";
import { actionView, sortReasons, withSuggestedPrompt } from "./view-model.ts";

describe("actionView", () => {
  it("opens paths of the board and nothing else", () => {
    const open = (path: string) => actionView({ kind: "open_in_browser", label: "Connectors", path }).kind;
    expect(["/connectors", "/inference?tab=pi"].map(open)).toEqual(["open", "open"]);
    expect(["//evil.test", "/\\evil.test", "https://evil.test", "javascript:0"].map(open)).toEqual(
      Array(4).fill("missing"),
    );
  });

  it("gives the reason if there is no operation", () => {
    const view = actionView({ kind: "force_start", label: "Start now", expected_victim_id: 3 });
    expect(view).toMatchObject({
      kind: "missing",
      label: "Start now",
      reason: expect.stringContaining("queue"),
    });
  });
});

it("lists the current reason first and obsolete ones last", () => {
  const reason = (label: string, current: boolean, demoted: boolean): WaitingReason => ({
    mechanism: "spot_hold",
    label,
    at: null,
    current,
    demoted,
  });
  const given = [reason("overdue", false, true), reason("other", false, false), reason("holds", true, false)];
  expect(sortReasons(given).map(({ label }) => label)).toEqual(["holds", "other", "overdue"]);
});

describe("withSuggestedPrompt", () => {
  it.each([
    ["", "My answer: ", "My answer: "],
    ["red", "My answer: ", "My answer: red"],
    ["My answer: red", "My answer: ", "My answer: red"],
    ["red", null, "red"],
  ])("turns %j and %j into %j", (written, prompt, expected) => {
    expect(withSuggestedPrompt(written, prompt)).toBe(expected);
  });
});
