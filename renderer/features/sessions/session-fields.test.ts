import { describe, expect, it } from "vitest";
import { someSession } from "./session.test-data.ts";
import { projectName } from "./session-fields.ts";

describe("projectName", () => {
  it.each([
    ["https://host.example/team/shop.git", "shop"],
    ["git@host.example:team/shop.git", "shop"],
    ["/projects/shop/", "shop"],
    ["C:\\work\\shop", "shop"],
    [null, "No repository"],
  ])("shortens %s to %s", (gitRoot, expected) => {
    expect(projectName(someSession({ git_root: gitRoot }))).toBe(expected);
  });

  it("is the agent root if the session was created from one", () => {
    expect(projectName(someSession({ metadata: { agent_root_key: "orchard-api" } }))).toBe("orchard-api");
  });
});
