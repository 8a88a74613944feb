export const text = {
  readme: `Diagnostics of Signalbox, for a bug report.

versions.json           Signalbox, what it runs on, and the system
settings.json           The environment variables that it reads. Of those that may hold a secret, only that they are set
health.json             The health report; absent if the service was not running
log.jsonl               The newest lines of the log
slow-statements.jsonl   Those of them that name slow statements of the database
database.json           Its tables with their number of rows, and how they were made. No rows

No prompt, transcript, message or file of a repository is in it. Values that look like secrets, and the
secrets that Signalbox knows, are replaced by [REDACTED:...]. Names of branches, folders and servers can
occur in the log: read it before you pass the archive on.
`,
  set: "set",
} as const;
