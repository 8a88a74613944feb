import { expect, it } from "vitest";
import { z } from "zod";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { type AppSetting, appSettingService } from "./index.ts";

const volume: AppSetting<number> = { key: "volume", schema: z.number().int() };
const name: AppSetting<string> = { key: "name", schema: z.string() };

it("reads the last value written, and null if there is none", () => {
  using opened = openTestDatabase();
  const settings = appSettingService(opened);
  expect(settings.read(volume)).toBeNull();
  settings.write(volume, 3);
  settings.write(volume, 4);
  settings.write(name, "Ada");
  expect([settings.read(volume), settings.read(name)]).toEqual([4, "Ada"]);
});

it.each(['"loud"', "{", "null", "4.5"])("reads %s, which is not a valid value, as null", (stored) => {
  using opened = openTestDatabase();
  const settings = appSettingService(opened);
  settings.write(volume, 3);
  opened.database.sql.prepare("UPDATE app_settings SET value = ?").run(stored);
  expect(settings.read(volume)).toBeNull();
});
