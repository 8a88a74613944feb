/** Tables by the file that uses them although another folder owns them, and why. Entries only go. */
export const allowed: Record<string, { tables: readonly string[]; reason: string }> = {
  "server/compose/endpoints.ts": { tables: ["jobs"], reason: "the health check counts jobs" },
  "server/db/copies.ts": { tables: ["sessions"], reason: "a copy is inspected without a service on it" },
  "server/db/restore-access.ts": {
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
  "server/db/restore-push.ts": {
    tables: ["app_settings"],
    reason: "a former setting is read from old backups",
  },
  "server/domains/access/api-keys/store.ts": {
    tables: ["external_apps"],
    reason: "keys are listed with the name of their plugin",
  },
  "server/domains/automation/integrations/store.ts": {
    tables: ["sessions", "trigger_sessions"],
    reason: "the sessions of an integration are found by a join",
  },
  "server/domains/automation/triggers/store.ts": {
    tables: ["sessions"],
    reason: "the sessions of a trigger are filtered by status and descent",
  },
  "server/domains/inbox/push/store.ts": {
    tables: ["oauth_grants"],
    reason: "devices are listed with when their connection was revoked",
  },
  "server/domains/repositories/pull-requests/store.ts": {
    tables: ["sessions"],
    reason: "pull requests are read with the tree and the last use of their sessions",
  },
  "server/domains/sessions/hierarchy/store.ts": {
    tables: ["sessions"],
    reason: "the parent of a session is a column of its row",
  },
  "server/domains/sessions/sessions/store.ts": {
    tables: ["elicitations"],
    reason: "blocked sessions are found by way of their pending questions",
  },
  "server/domains/transcripts/archive/source.ts": {
    tables: [
      "sessions",
      "subagent_parts",
      "subagent_transcripts",
      "transcript_chunks",
      "transcript_tail",
      "transcripts",
    ],
    reason: "the archive is written by a worker with a connection of its own",
  },
  "server/domains/transcripts/search/transcripts.ts": {
    tables: ["transcript_chunks", "transcript_tail", "transcripts"],
    reason: "the index is built by a worker with a connection of its own",
  },
};
