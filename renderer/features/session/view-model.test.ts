import { describe, expect, it } from "vitest";
import { actionsFor } from "../selection/actions.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { isPrimaryActionBusy, primaryAction, repositoryLink, shownPanel } from "./view-model.ts";

describe("the primary action", () => {
  it.each([
    ["running", {}, "pause"],
    ["needs_input", {}, "archive"],
    ["needs_input", { running_job_id: "7" }, "pause"],
    ["waiting", {}, "archive"],
    ["waiting", { cloning: { step: "receiving", percent: 43, since: "2026-11-26T10:00:00.000Z" } }, "pause"],
    ["failed", {}, "archive"],
    ["archived", {}, "unarchive"],
  ] as const)("of a %s session with %o is %s", (status, changes, expected) => {
    const session = someSession({ status, ...changes });
    expect(primaryAction(session)).toBe(expected);
    expect(actionsFor([session]).map(({ id }) => id)).toContain(expected);
  });
});

it.each([
  ["archive", true],
  ["pause", true],
  ["favorite", false],
  [undefined, false],
] as const)("the primary action waits for %s: %s", (inProgress, expected) => {
  expect(isPrimaryActionBusy(inProgress)).toBe(expected);
});

describe("the side panel", () => {
  it("is open if there is room, unless the URL says otherwise", () => {
    expect(shownPanel(undefined, true)).toBe("details");
    expect(shownPanel(undefined, false)).toBeNull();
    expect(shownPanel("log", false)).toBe("log");
    expect(shownPanel("none", true)).toBeNull();
  });
});

describe("repositoryLink", () => {
  it.each([
    ["https://host.example/team/shop.git", "https://host.example/team/shop"],
    ["git@host.example:team/shop.git", "https://host.example/team/shop"],
    ["https://user:secret@host.example/team/shop", "https://host.example/team/shop"],
    ["file:///srv/shop.git", null],
    ["/srv/shop", null],
    [null, null],
  ])("links %s to %s", (gitRoot, expected) => {
    expect(repositoryLink(gitRoot)).toBe(expected);
  });
});
