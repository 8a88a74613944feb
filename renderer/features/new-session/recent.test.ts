import { expect, it } from "vitest";
import { recentPrompts, recentRepositories } from "./recent.ts";

const session = (id: number, changes: Partial<Parameters<typeof recentPrompts>[0][number]> = {}) => ({
  id,
  genesis: "web_ui",
  prompt: `Prompt ${id}`,
  git_root: `/srv/${id}`,
  metadata: {},
  custom_metadata: {},
  parent_session_id: null,
  ...changes,
});

it("offers what a person asked last, newest first and each text once", () => {
  const sessions = [
    session(1, { prompt: "Mend the fence" }),
    session(3),
    session(2, { prompt: "Mend the fence" }),
    session(4, { prompt: " " }),
    session(5, { prompt: null }),
    session(6, { genesis: "schedule" }),
    session(7, { parent_session_id: 3 }),
    session(8, { custom_metadata: { demo: true } }),
  ];
  expect(recentPrompts(sessions)).toEqual(["Prompt 3", "Mend the fence"]);
  expect(recentPrompts(Array.from({ length: 30 }, (_, id) => session(id)))).toHaveLength(10);
});

it("offers the repositories that were entered, and none that an agent root brought, the person's own first", () => {
  const sessions = [
    session(1, { git_root: "/srv/orchard" }),
    session(2, { git_root: "/srv/garden", metadata: { agent_root_key: "garden" } }),
    session(3, { git_root: "/srv/orchard" }),
    session(4, { git_root: null }),
    session(5, { git_root: "/srv/meadow", genesis: "api" }),
    session(6, { git_root: "/srv/agents", parent_session_id: 1 }),
    session(7, { git_root: "/srv/nightly", genesis: "schedule" }),
  ];
  expect(recentRepositories(sessions)).toEqual(["/srv/orchard", "/srv/meadow"]);
});
