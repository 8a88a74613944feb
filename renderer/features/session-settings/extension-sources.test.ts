import { describe, expect, it } from "vitest";
import { someConfigs } from "../new-session/new-session.test-data.ts";
import { someSession } from "../sessions/session.test-data.ts";
import { inheritedExtensions, unavailableServers } from "./extension-sources.ts";

const kit = {
  id: "kit",
  name: "kit",
  qualified_name: null,
  title: "Review kit",
  description: "",
  version: null,
  skills: ["tidy", "water"],
  mcp_servers: ["mailer"],
  hooks: [],
  keywords: [],
};
const configs = { ...someConfigs, plugins: [kit] };
const session = someSession({
  mcp_servers: ["clock"],
  all_mcp_servers: ["clock", "mailer", "stray", "signalbox"],
  injected_mcp_servers: ["signalbox"],
  catalog_skills: ["tidy"],
  catalog_plugins: ["kit"],
});

describe("inheritedExtensions", () => {
  it("says where each server that was not chosen comes from", () => {
    expect(inheritedExtensions(session, configs, "mcpServers")).toEqual([
      { name: "mailer", from: "from Review kit" },
      { name: "stray", from: "from a plugin" },
      { name: "signalbox", from: "added by Signalbox" },
    ]);
  });

  it("lists the skills that a plugin adds to the chosen ones", () => {
    expect(inheritedExtensions(session, configs, "skills")).toEqual([
      { name: "water", from: "from Review kit" },
    ]);
    expect(inheritedExtensions(session, configs, "hooks")).toEqual([]);
    expect(inheritedExtensions(session, configs, "plugins")).toEqual([]);
  });
});

it("lists the servers of the session that cannot start, chosen or not", () => {
  expect(unavailableServers(session, configs)).toEqual(["Mailer: Switched off."]);
  expect(unavailableServers(someSession(), configs)).toEqual([]);
});
