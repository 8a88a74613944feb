/** A number that contract tests do not prove, with what it asks for. */
type Open = Readonly<Record<string, string>>;

/** Built, with tests beside the code that name the number in their title. */
export const provenBesideTheCode: Open = {
  R150: "Catalog servers: which of command, args, url and headers is required or forbidden depends on the type.",
  R178: "Model calls are counted once by request id; lines without one, or with a synthetic model, are skipped.",
  R179: "Calls are priced when read: cache reads and writes by their own factors, unknown models at zero and named.",
  R180: "pi and codex calls get ids made from their records; codex records are deltas of one running total.",
  R181: "Calls are attributed by the folder they ran in.",
  R176: "Scopes: an agent root leaves out ad hoc calls; burn rates are for the whole fleet.",
  R182: "Ingestion, backfill and burn rate are jobs; one failing source does not stop others.",
  R184: "Windows of 24 hours to a year; reversed ones are swapped, longer ones clamped.",
  R185: "A snapshot per window and scope is cached until the ledger grows.",
  R187: "Burn rate is dollars per minute by agent root and model over the last 25 sessions.",
  R188: "Experimental settings are compared by sessions that kept one value.",
  R190: "Groups beyond the top are folded into other.",
  X32: "from and to take dates or instants; a date is its UTC day.",
  R183: "ledger_coverage reports backfill progress and the first covered day.",
};

/** Not built or not applicable, by the reason. A number whose test has come fails the gate, so this list only shrinks. */
export const unproven: Readonly<Record<string, Open>> = {
  "Not built yet: health actions of the board alone": {
    R221: "Some health actions stay on the board.",
  },
  "Shown with real repositories: [branches](../test/real-world/branches.test.ts)": {
    X58: "A session without a branch starts from main, else from the branch that the remote's HEAD names, with a warning.",
  },
  "Not applicable: migrations are never rolled back; an older version refuses the database": {
    R216: "Quick-router keys are revoked before the grant column is rolled back.",
  },
};
