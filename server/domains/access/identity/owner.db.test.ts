import { pino } from "pino";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { ownerService } from "./index.ts";

function openOwner(git: Record<string, string> = {}) {
  const opened = openTestDatabase();
  const logged: string[] = [];
  const owner = ownerService({
    settings: appSettingService(opened),
    log: pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line).msg) }),
    environment: { name: null, email: null },
    account: "root",
    gitValue: async (name) => git[name] ?? null,
  });
  return { ...opened, owner, logged };
}

it("uses the saved profile from then on", () => {
  using bed = openOwner();
  expect(bed.owner.current()).toEqual({ name: "root", email: null, source: "account" });
  const profile = { name: "Ada", email: "ada@example.org" };
  expect(bed.owner.save(profile, { kind: "board" })).toEqual({ ...profile, source: "profile" });
  expect(bed.owner.current()).toEqual({ ...profile, source: "profile" });
  expect(bed.logged).toEqual(["[identity] the owner's profile was saved by the board"]);
});

it("suggests git's values and does not store them", async () => {
  using bed = openOwner({ "user.name": "Ada" });
  expect(await bed.owner.suggest()).toEqual({ name: "Ada", email: null });
  expect(bed.owner.current().source).toBe("account");
  expect(bed.database.sql.prepare("SELECT * FROM app_settings").all()).toEqual([]);
});
