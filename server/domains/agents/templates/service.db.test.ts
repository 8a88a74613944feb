import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { templateService } from "./index.ts";
import { type TemplateSetup, templateLimit } from "./model.ts";

const setup: TemplateSetup = {
  source: "repository",
  root: "",
  gitRoot: "/srv/orchard.git",
  branch: "dev",
  subdirectory: "",
  runtime: "pi",
  model: "",
  effort: "",
  goal: "default",
  ownGoal: "",
  schedulingClass: "",
  mcpServers: null,
  skills: ["tidy"],
  hooks: null,
  plugins: null,
  cloneOnly: false,
  sandbox: "",
  prompt: "",
};

function open(opened: ReturnType<typeof openTestDatabase>) {
  return templateService({ settings: appSettingService(opened), clock: opened.clock });
}

it("sorts templates by name, replaces one with the same id, and accepts a deleted one again", () => {
  using opened = openTestDatabase();
  const templates = open(opened);
  templates.save("b", { name: "Weed", setup });
  templates.save("a", { name: "Prune", setup });
  templates.save("a", { name: "Prune", setup: { ...setup, branch: "main" } });
  expect(templates.list().map(({ id, name, setup: { branch } }) => [id, name, branch])).toEqual([
    ["a", "Prune", "main"],
    ["b", "Weed", "dev"],
  ]);
  expect(templates.remove("a").map(({ id }) => id)).toEqual(["b"]);
  expect(templates.save("a", { name: "Prune", setup })).toHaveLength(2);
});

it("refuses a name that is taken, one template too many, and deleting an unknown one", () => {
  using opened = openTestDatabase();
  const templates = open(opened);
  templates.save("a", { name: "Prune", setup });
  expect(() => templates.save("b", { name: "Prune", setup })).toThrow(
    'A template named "Prune" already exists',
  );
  expect(() => templates.remove("b")).toThrow("Template not found");
  for (let n = 1; n < templateLimit; n++) templates.save(`t${n}`, { name: `T${n}`, setup });
  expect(() => templates.save("late", { name: "Late", setup })).toThrow("You can save up to 50 templates");
});

it("lists every readable template, and keeps one that is not readable", () => {
  using opened = openTestDatabase();
  const templates = open(opened);
  templates.save("a", { name: "Prune", setup });
  const sql = opened.database.sql;
  const unreadable = `{"id":"z","name":"Of a later version","setup":{}}`;
  sql.prepare("UPDATE app_settings SET value = json_insert(value, '$[#]', json(?))").run(unreadable);
  expect(templates.list().map(({ id }) => id)).toEqual(["a"]);
  expect(templates.save("b", { name: "Weed", setup }).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(templates.remove("a").map(({ id }) => id)).toEqual(["b"]);
  expect(sql.prepare("SELECT value ->> '$[1].name' FROM app_settings").pluck().get()).toBe(
    "Of a later version",
  );
});
