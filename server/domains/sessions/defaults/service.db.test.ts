import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { sessionDefaultsService } from "./index.ts";
import { noDefaults } from "./model.ts";

const runtime = (id: string) => ({
  id,
  label: id,
  defaultModel: "small",
  accepts: (model: string) => model === "small" || model === "large",
  effortLevels: () => ["low", "high"] as const,
});

function open(opened: ReturnType<typeof openTestDatabase>, runtimes = ["pi", "codex"]) {
  return sessionDefaultsService({
    settings: appSettingService(opened),
    log: silentLog,
    runtimes: runtimes.map(runtime),
    fallback: { runtime: "pi", source: "built_in" },
  });
}

it("gives sessions what was chosen, otherwise the fallback", () => {
  using opened = openTestDatabase();
  const defaults = open(opened);
  expect(defaults.forSessions.runtime()).toBe("pi");
  const roots = { orchard: { runtime: "codex", model: "large", effort: "high" as const } };
  defaults.save({ ...noDefaults, runtime: "codex", roots }, { kind: "board" });
  expect(defaults.forSessions.runtime()).toBe("codex");
  expect(defaults.forSessions.forRoot("orchard")).toEqual(roots.orchard);
  expect(defaults.forSessions.forRoot("garden")).toEqual({ runtime: null, model: null, effort: null });
  // The runtime has been removed meanwhile.
  const fewer = open(opened, ["pi"]);
  expect([fewer.forSessions.runtime(), fewer.forSessions.forRoot("orchard").runtime]).toEqual(["pi", null]);
});

it("refuses a choice no session could start with, and keeps the previous ones", () => {
  using opened = openTestDatabase();
  const defaults = open(opened);
  expect(() => defaults.save({ ...noDefaults, runtime: "hal" }, { kind: "board" })).toThrow('"hal"');
  expect(defaults.current().chosen).toEqual(noDefaults);
});

it("refuses no change for a model that is no longer listed, only what is new", () => {
  using opened = openTestDatabase();
  const runtimes = { pi: { model: "large", effort: null } };
  open(opened).save({ ...noDefaults, runtimes }, { kind: "board" });
  const later = sessionDefaultsService({
    settings: appSettingService(opened),
    log: silentLog,
    runtimes: ["pi", "codex"].map((id) => ({ ...runtime(id), accepts: (model) => model === "small" })),
    fallback: { runtime: "pi", source: "built_in" },
  });
  expect(later.save({ ...noDefaults, runtime: "codex", runtimes }, { kind: "board" }).chosen).toMatchObject({
    runtime: "codex",
    runtimes,
  });
  const roots = { orchard: { runtime: "pi", model: "large", effort: null } };
  expect(() => later.save({ ...noDefaults, runtimes, roots }, { kind: "board" })).toThrow('"large"');
});
