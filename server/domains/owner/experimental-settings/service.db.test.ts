import { pino } from "pino";
import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { appSettingService } from "../app-settings/index.ts";
import { experimentalSettingService } from "./index.ts";

it("has each setting at its default until somebody changes it, and logs who did", () => {
  using opened = openTestDatabase();
  const said: string[] = [];
  const log = pino({ base: null }, { write: (line) => void said.push(JSON.parse(line).msg) });
  const experiments = experimentalSettingService({ settings: appSettingService(opened), log });
  expect(experiments.values()).toEqual({ mcp_tool_search: true });
  experiments.change({ mcp_tool_search: false }, { kind: "board" });
  experiments.change({}, { kind: "board" });
  expect(experiments.values()).toEqual({ mcp_tool_search: false });
  expect(said).toEqual(["[AppSettings] the board changed mcp_tool_search: true -> false"]);
});
