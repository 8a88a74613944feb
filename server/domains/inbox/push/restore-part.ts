import type { RestorePart } from "../../../db/restore-part.ts";
import { hasTable, replaceRows } from "../../../db/untyped-rows.ts";
import { keyIds } from "../../access/api-keys/queries.ts";
import { grantIds } from "../../access/oauth/queries.ts";
import { settingsTable } from "../../owner/app-settings/queries.ts";
import { restoreBrowsers } from "./restore-browsers.ts";

/** Keeps the phones and browsers that get notifications now, if their connection or sign-in is in the backup. */
export const pushRestore: RestorePart = {
  tables: ["apns_devices", "web_push_subscriptions", settingsTable],
  carryOver(backup, { present: { isWhole, rows } }) {
    const phones = rows.get("apns_devices");
    if (!isWhole) return;
    if (phones !== undefined && hasTable(backup, "apns_devices")) {
      const grants = grantIds(backup);
      const keys = keyIds(backup);
      const kept = phones.filter(
        ({ grant_id: grant, api_key_id: key }) =>
          (grant === null || grants.has(grant)) && (key === null || key === undefined || keys.has(key)),
      );
      replaceRows(backup, "apns_devices", kept);
    }
    restoreBrowsers(backup, rows);
  },
};
