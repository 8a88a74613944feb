import type { RestorePart } from "../../../db/restore-part.ts";
import { keepSetting, settingsTable } from "../../owner/app-settings/queries.ts";

/** Where the owner's choice of the servers that may show apps is stored. */
export const mcpAppsSettingKey = "mcp_apps";

/** A server that was taken off the list stays off it. */
export const mcpAppRestore: RestorePart = {
  tables: [settingsTable],
  carryOver(backup, { present: { isWhole, rows } }) {
    if (isWhole) keepSetting(backup, rows, mcpAppsSettingKey);
  },
};
