import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { appSettingService } from "../../installation/app-settings/index.ts";
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
  prompt: "",
};

function open(opened: ReturnType<typeof openTestDatabase>) {
  return templateService({ settings: appSettingService(opened), clock: opened.clock });
}

it("keeps set-ups by name, replaces one of the same id, and takes one back that was deleted", () => {
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

it("refuses a name that another has, one too many, and to delete what is not there", () => {
  using opened = openTestDatabase();
  const templates = open(opened);
  templates.save("a", { name: "Prune", setup });
  expect(() => templates.save("b", { name: "Prune", setup })).toThrow("There is a template named");
  expect(() => templates.remove("b")).toThrow("Template not found");
  for (let n = 1; n < templateLimit; n++) templates.save(`t${n}`, { name: `T${n}`, setup });
  expect(() => templates.save("late", { name: "Late", setup })).toThrow("There may be 50 templates");
});

it("shows every template that can be read, and keeps one that cannot", () => {
  using opened = openTestDatabase();
  const templates = open(opened);
  templates.save("a", { name: "Prune", setup });
  const sql = opened.database.sql;
  const spoilt = `{"id":"z","name":"Of a later version","setup":{}}`;
  sql.prepare("UPDATE app_settings SET value = json_insert(value, '$[#]', json(?))").run(spoilt);
  expect(templates.list().map(({ id }) => id)).toEqual(["a"]);
  expect(templates.save("b", { name: "Weed", setup }).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(templates.remove("a").map(({ id }) => id)).toEqual(["b"]);
  expect(sql.prepare("SELECT value ->> '$[1].name' FROM app_settings").pluck().get()).toBe(
    "Of a later version",
  );
});
