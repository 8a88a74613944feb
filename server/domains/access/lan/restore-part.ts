import type { RestorePart } from "../../../db/restore-part.ts";
import { keepSetting, settingsTable } from "../../owner/app-settings/queries.ts";

/** Where the owner's choice to open the service to the local network is stored. */
export const lanSettingKey = "lan";

/** A service that is closed to the local network stays closed. */
export const lanRestore: RestorePart = {
  tables: [settingsTable],
  carryOver(backup, { present: { isWhole, rows } }) {
    if (isWhole) keepSetting(backup, rows, lanSettingKey);
  },
};
