import { describe, expect, it } from "vitest";
import { readApiError } from "../../lib/api-error.ts";
import {
  actionsFor,
  archiveOverride,
  isForemost,
  readPanel,
  repositoryLink,
  shownPanel,
} from "./view-model.ts";

describe("actionsFor", () => {
  it.each([
    ["running", ["pause", "restart", "sleep", "refresh", "archive", "delete"]],
    ["needs_input", ["restart", "sleep", "refresh", "archive", "delete"]],
    ["failed", ["restart", "archive", "delete"]],
    ["waiting", ["restart", "refresh", "archive", "delete"]],
    ["archived", ["unarchive", "delete"]],
  ] as const)("offers what a %s session takes", (status, expected) => {
    expect(actionsFor(status).map(({ id }) => id)).toEqual(expected);
  });

  it("puts Restart first where a session has failed", () => {
    const [first] = actionsFor("failed").filter((rule) => isForemost(rule, "failed"));
    expect(first?.id).toBe("restart");
  });
});

describe("archiveOverride", () => {
  const refusal = (error: string, status = 422) =>
    readApiError(status, { error, message: "One is queued: go.", messages: [] });

  it("offers to discard queued messages", () => {
    expect(archiveOverride(refusal("Queued messages would be discarded"))?.override).toEqual({ force: true });
  });

  it("offers to stop the turn", () => {
    expect(archiveOverride(refusal("A turn is in flight"))?.override).toEqual({ end_turn: true });
  });

  it.each([
    ["another refusal", refusal("Cannot trash")],
    ["a failure of the service", refusal("A turn is in flight", 500)],
    ["anything else", new Error("turn")],
  ])("offers nothing for %s", (_title, error) => {
    expect(archiveOverride(error)).toBeNull();
  });
});

describe("the side panel", () => {
  it("is open where there is room, unless the address says otherwise", () => {
    expect(shownPanel(undefined, true)).toBe("details");
    expect(shownPanel(undefined, false)).toBeNull();
    expect(shownPanel("log", false)).toBe("log");
    expect(shownPanel("none", true)).toBeNull();
  });

  it("ignores an address that names no panel", () => {
    expect(readPanel("kitchen")).toBeUndefined();
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
