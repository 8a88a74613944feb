/** Tables by the file that uses them although another folder owns them, and why. Entries only go. */
export const allowed: Record<string, { tables: readonly string[]; reason: string }> = {
  "server/domains/installation/backups/copies.ts": { tables: ["sessions"], reason: "a copy is inspected without a service on it" },
  "server/domains/installation/backups/restore-access.ts": {
    tables: [
      "api_keys",
      "app_settings",
      "external_apps",
      "oauth_artifacts",
      "oauth_grants",
      "paired_devices",
    ],
    reason: "a restore keeps revocations of every kind of credential",
  },
  "server/domains/installation/backups/restore-push.ts": {
    tables: ["app_settings"],
    reason: "a former setting is read from old backups",
  },
};
