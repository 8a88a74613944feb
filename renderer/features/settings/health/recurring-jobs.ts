/** What each recurring job does, by its kind; test/arch/recurring-jobs.test.ts checks that none is missing. */
const names: Readonly<Record<string, string>> = {
  "accounts.sample": "Read what the accounts have left",
  "admission.sweep": "Admit sessions of the spot queue",
  "attention.find_undecided": "Decide what sessions wait for",
  "chat.poll": "Read new messages of the chat",
  "chat_bridge.poll": "Read new messages of the chat bridge",
  "code_host.poll": "Read what changed on the code host",
  "connectors.renew": "Renew the sign-ins of connectors",
  "costs.budgets_check": "Check the budgets",
  "costs.burn_rates": "Calculate the burn rates",
  "database.check": "Check the whole database",
  "database.give_back": "Give back unused space of the database",
  "heartbeat.sweep": "Send heartbeats that are due",
  "idempotency.sweep": "Forget old keys of requests",
  "lan.refresh": "Follow changes of the network",
  "oauth.sweep": "Remove expired sign-ins of programs",
  "token_usage.backfill_check": "Continue the first reading of usage files",
  "token_usage.files": "Read new calls from usage files",
  "token_usage.sums": "Add up the hours of calls",
  "transcript_archive.build": "Write the transcript archive",
  "transcripts.checksums": "Add checksums to old transcripts",
  "trigger.schedules": "Fire the schedules",
  "turn.consent": "Continue parked sessions",
  "webhook.sweep": "Forget old webhook deliveries",
};

/** The job in words; its kind if a newer service has one that this page does not know. */
export const recurringJobName = (kind: string): string => names[kind] ?? kind;
