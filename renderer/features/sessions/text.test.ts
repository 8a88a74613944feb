import { describe, expect, it } from "vitest";
import { someSession } from "./session.test-data.ts";
import { failureText, projectName, reasonLine, waitingText } from "./text.ts";

describe("homeOf", () => {
  it.each([
    ["https://host.example/team/shop.git", "shop"],
    ["git@host.example:team/shop.git", "shop"],
    ["/projects/shop/", "shop"],
    ["C:\\work\\shop", "shop"],
    [null, "No repository"],
  ])("names %s as %s", (gitRoot, expected) => {
    expect(projectName(someSession({ git_root: gitRoot }))).toBe(expected);
  });
});

it("names a session's home by its agent root where it has one", () => {
  expect(projectName(someSession({ metadata: { agent_root_key: "orchard-api" } }))).toBe("orchard-api");
});

describe("waitingWords", () => {
  const waiting = { deliberate_sleep_at: null, job_id: null, failure_detail: null, prompt: "Do it" };

  it.each([
    [
      "a sleeper",
      { ...waiting, deliberate_sleep_at: "2026-01-01T00:00:00Z" },
      "Asleep until you send a message",
    ],
    ["a queued turn", { ...waiting, job_id: "4" }, "A turn is queued"],
    [
      "a turn that is tried again",
      { ...waiting, job_id: "4", failure_detail: "\nOut of quota: wait\nmore" },
      "Out of quota: wait",
    ],
    ["one without a prompt", { ...waiting, prompt: null }, "Not started: no prompt yet"],
  ])("speaks of %s", (_title, session, expected) => {
    expect(waitingText(session)).toBe(expected);
  });
});

describe("reasonLine", () => {
  it("joins why it failed and the first line of the detail", () => {
    const session = someSession({
      status: "failed",
      failure_reason: "git_clone_failed",
      failure_detail: "fatal: no such repository\nhint",
    });
    expect(reasonLine(session)).toBe("The repository could not be cloned: fatal: no such repository");
  });

  it("is silent where the status says it all", () => {
    expect(reasonLine(someSession({ status: "running" }))).toBeNull();
  });
});

it("words a failure it has never heard of", () => {
  expect(failureText("moon_in_the_way")).toBe("Moon in the way");
});
