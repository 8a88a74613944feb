import { expect, it } from "vitest";
import { problemOf, suggestedServers } from "./view-model.ts";

it("suggests the servers of the catalog that can be allowed and are not yet", () => {
  const servers = ["maps", "charts", "a b", "x__y"].map((name) => ({ name }));
  expect(suggestedServers(servers, ["charts"])).toEqual(["maps"]);
});

it("says what is wrong with a name", () => {
  expect(problemOf("charts")).toBeNull();
  expect(problemOf("x__y")).toContain("single underscores");
});
