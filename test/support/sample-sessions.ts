/** A session of the sample board that is already stored when the service starts. */
export interface Sample {
  title: string;
  root: string;
  status: "needs_input" | "failed" | "waiting" | "archived";
  attention?: readonly [kind: "question" | "review" | "ci" | "failed" | "done" | "idle", reason: string];
  /** The agent's last words. */
  said?: string;
  summary?: string;
  runtime?: "claude_code" | "codex" | "pi";
  model?: string;
  branch?: string;
  pullRequest?: readonly [
    number: number,
    state: "open" | "merged" | "closed",
    ci: "pass" | "fail" | "pending" | "none",
  ];
  /** Thousands of tokens that its model calls read and wrote. */
  thousands?: number;
  minutesAgo: number;
  favorite?: true;
  spot?: true;
  waits?: "idle" | "asleep";
  /** Set once the service has started, which would otherwise look for the turn of a session that waits in this way. */
  waitsLater?: { kind: "parked" | "spot_queue" | "held"; retryInMinutes?: number; detail?: string };
  goal?: string;
  /** Started by the sample's trigger. */
  triggered?: true;
  failure?: readonly [reason: string, detail: string];
  snoozed?: true;
  /** The place of its parent in this list. */
  parent?: number;
}

const [sonnet, opus, haiku] = ["claude-sonnet-5", "claude-opus-5", "claude-haiku-4-5-20251001"];

/** Between them: each status, each kind of attention, short and very long titles, and other alphabets. */
export const sampleSessions: readonly Sample[] = [
  {
    title: "Choose where the audit log is stored",
    root: "billing",
    status: "needs_input",
    attention: ["question", "Should I keep the audit log in SQLite or write it to `var/log/audit.jsonl`?"],
    summary: "Compared two ways to store the audit log; waits for a decision before it changes the schema.",
    thousands: 2_100,
    minutesAgo: 4,
    favorite: true,
  },
  {
    title: "Upgrade React to 19.3 and remove the forwardRef wrappers that are no longer needed anywhere",
    root: "web",
    status: "needs_input",
    attention: ["review", "#412 is ready to merge"],
    summary:
      "React 19.3 is in; 38 `forwardRef` wrappers are gone, and the two components that measured their children use a ref callback now. All 1,204 tests pass, and the bundle is 6 KB smaller.",
    model: opus,
    branch: "react-19-3",
    pullRequest: [412, "open", "pass"],
    thousands: 48_000,
    minutesAgo: 11,
  },
  {
    title: "Flaky checkout test",
    root: "web",
    status: "needs_input",
    attention: ["review", "Checks failed on #409"],
    summary: "The retry helps in Chromium; WebKit still times out on the third step.",
    branch: "fix/flaky-checkout-test-on-webkit-and-firefox",
    pullRequest: [409, "open", "fail"],
    thousands: 9_300,
    minutesAgo: 26,
  },
  {
    title: "Invoices with more than 999 lines",
    root: "billing",
    status: "needs_input",
    attention: ["review", "14 changed files to look at (+512 −87)"],
    summary: "Pages the lines of an invoice and sums them in the database.",
    runtime: "codex",
    model: "gpt-5.5",
    thousands: 3_900,
    minutesAgo: 47,
  },
  {
    title: "Sign in with a passkey",
    root: "identity",
    status: "failed",
    attention: ["failed", "The MCP server vault needs a sign-in"],
    failure: ["credential_refused", "The MCP server vault needs a sign-in"],
    thousands: 800,
    minutesAgo: 63,
  },
  {
    title: "Import customers from a spreadsheet",
    root: "crm",
    status: "failed",
    attention: ["failed", "The agent stopped: its account has reached its limit until 14:00"],
    failure: [
      "api_error_retries_exhausted",
      "The agent stopped: its account has reached its limit until 14:00",
    ],
    runtime: "codex",
    model: "gpt-5.4-mini",
    minutesAgo: 90,
  },
  {
    title: "Fix the dark theme of the e-mail templates",
    root: "web",
    status: "needs_input",
    attention: ["done", "#398 was merged"],
    summary: "The templates use `color-scheme`, and Outlook has its own rules.",
    pullRequest: [398, "merged", "pass"],
    thousands: 12_000,
    minutesAgo: 130,
  },
  {
    title: "Explain how the scheduler decides",
    root: "scheduler",
    status: "needs_input",
    attention: ["done", "Finished without changes"],
    summary: "Explained the three passes of the scheduler and where a spot session is held.",
    model: haiku,
    thousands: 240,
    minutesAgo: 170,
    favorite: true,
  },
  {
    title: "A clone to look around in",
    root: "scheduler",
    status: "waiting",
    waits: "idle",
    attention: ["idle", "No task yet"],
    minutesAgo: 200,
  },
  {
    title: "Nightly dependency updates",
    root: "web",
    status: "waiting",
    waits: "asleep",
    thousands: 1_500,
    minutesAgo: 240,
  },
  {
    title: "Measure the cold start on an old laptop",
    root: "desktop",
    status: "waiting",
    waits: "asleep",
    spot: true,
    minutesAgo: 260,
  },
  {
    title:
      "Rückfragen der Buchhaltung beantworten: Rechnungskorrektur für Donaudampfschifffahrtsgesellschaft",
    root: "billing",
    status: "needs_input",
    attention: ["question", "Soll die Korrektur im alten oder im neuen Geschäftsjahr gebucht werden?"],
    thousands: 400,
    minutesAgo: 300,
  },
  {
    title: "請求書の合計が一円ずれる問題を直す",
    root: "billing",
    status: "needs_input",
    attention: ["review", "3 changed files to look at (+21 −9)"],
    summary: "端数処理を銀行丸めに統一しました。",
    thousands: 700,
    minutesAgo: 340,
  },
  {
    title: "إصلاح اتجاه النص في لوحة الإعدادات",
    root: "web",
    status: "needs_input",
    attention: ["done", "Its changes were marked as done"],
    thousands: 300,
    minutesAgo: 400,
  },
  {
    title: "AVeryLongNameWithoutAnySpacesThatNothingCanBreakUnlessTheLayoutIsToldToDoItSomewhereInTheMiddle",
    root: "a-repository-with-a-name-that-is-longer-than-its-column",
    status: "needs_input",
    attention: ["question", "Which one do you prefer?"],
    branch: "feature/another-very-long-branch-name-that-goes-on",
    pullRequest: [12_345, "open", "pending"],
    model: "mistralai/mistral-large-with-a-long-name",
    runtime: "pi",
    thousands: 250_000,
    minutesAgo: 480,
    spot: true,
  },
  {
    title: "Write the release notes for 4.2",
    root: "docs",
    status: "needs_input",
    attention: ["review", "#77 is a draft"],
    summary: "Collected 64 changes since 4.1 and grouped them by screen.",
    pullRequest: [77, "open", "none"],
    thousands: 1_200,
    minutesAgo: 600,
  },
  ...["lexer", "parser", "printer"].map(
    (part): Sample => ({
      title: `Port the ${part} to TypeScript`,
      root: "compiler",
      status: "needs_input",
      attention: ["done", "The goal is met"],
      summary: `The ${part} and its tests are in TypeScript.`,
      thousands: 5_000,
      minutesAgo: 900,
      parent: 19,
    }),
  ),
  {
    title: "Port the compiler to TypeScript",
    root: "compiler",
    status: "needs_input",
    attention: ["review", "The goal is not met: 2 files are still JavaScript"],
    summary: "Three of five parts are ported, each by a session of its own.",
    model: opus,
    thousands: 31_000,
    minutesAgo: 890,
    favorite: true,
  },
  {
    title: "Look at this again next week",
    root: "crm",
    status: "needs_input",
    attention: ["done", "Finished without changes"],
    minutesAgo: 1_500,
    snoozed: true,
  },
  ...["Remove the old importer", "Rename the tax service"].map(
    (title): Sample => ({
      title,
      root: "billing",
      status: "archived",
      thousands: 2_000,
      minutesAgo: 4_000,
    }),
  ),
  ...["Cache", "Search", "Export"].map(
    (what, n): Sample => ({
      title: `${what}: find what makes it slow`,
      root: "crm",
      status: "needs_input",
      attention: n === 0 ? ["done", "Marked as done"] : ["done", "Finished without changes"],
      summary: `${what} spends most of its time waiting for one query.`,
      model: haiku,
      thousands: 90 * (n + 1),
      minutesAgo: 2_000 + n,
      spot: true,
    }),
  ),
  {
    title: "Validate addresses before checkout",
    root: "web",
    status: "needs_input",
    attention: ["ci", "Checks are running on acme/web#415"],
    said: "The form checks the address as it is typed; the pull request is open.",
    pullRequest: [415, "open", "pending"],
    goal: "open-reviewed-green-pr",
    thousands: 6_400,
    minutesAgo: 7,
  },
  {
    title: "Show prices with their tax",
    root: "web",
    status: "needs_input",
    attention: ["review", "acme/web#416 is ready to merge"],
    said: "Every price has its tax below it, on the receipt too.",
    branch: "prices-with-tax",
    pullRequest: [416, "open", "pass"],
    goal: "open-reviewed-green-pr",
    thousands: 11_000,
    minutesAgo: 35,
  },
  {
    title: "Trim the Docker image",
    root: "desktop",
    status: "needs_input",
    attention: ["review", "acme/desktop#88 has a merge conflict"],
    said: "The image went from 1.2 GB to 310 MB.",
    pullRequest: [88, "open", "pass"],
    thousands: 2_200,
    minutesAgo: 150,
  },
  {
    title: "Which index does the search need?",
    root: "crm",
    status: "needs_input",
    attention: [
      "question",
      "Is a search by the second word of a name common enough for an index of its own?",
    ],
    goal: "codebase-question",
    runtime: "codex",
    model: "gpt-5.5",
    thousands: 600,
    minutesAgo: 55,
  },
  {
    title: "Summarize the incident of last night",
    root: "scheduler",
    status: "failed",
    attention: ["failed", "The provider refused the request"],
    failure: [
      "terminal_api_error",
      'API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"The prompt is too long"}}',
    ],
    thousands: 18_000,
    minutesAgo: 210,
  },
  ...["26", "27", "28"].map(
    (day): Sample => ({
      title: `Patch releases of November ${day}`,
      root: "web",
      status: "needs_input",
      attention: ["done", "Finished without changes"],
      said: "No dependency has a patch release.",
      triggered: true,
      thousands: 180,
      minutesAgo: (30 - Number(day)) * 1_440,
    }),
  ),
  ...(["claude_code", "codex", "pi"] as const).map(
    (runtime, n): Sample => ({
      title: `Run the tests of the new module (${runtime})`,
      root: "billing",
      status: "needs_input",
      attention: ["review", "1 changed file to look at (+1 −0)"],
      said: "All tests pass.",
      runtime,
      model: { claude_code: sonnet, codex: "gpt-5.5", pi: "mistralai/mistral-large" }[runtime],
      thousands: 120,
      minutesAgo: 70 + n,
    }),
  ),
  ...["Sort the ledger by booking date", "Translate the help pages to Dutch"].map(
    (title, n): Sample => ({
      title,
      root: "billing",
      status: "needs_input",
      runtime: "codex",
      model: "gpt-5.5",
      waitsLater: { kind: "parked", retryInMinutes: 96 },
      thousands: 1_900,
      minutesAgo: 20 + n,
    }),
  ),
  ...["Delete feature flags that nobody reads", "Add types to the mailer"].map(
    (title, n): Sample => ({
      title,
      root: "web",
      status: "needs_input",
      spot: true,
      waitsLater: { kind: "spot_queue" },
      minutesAgo: 80 + n,
    }),
  ),
  {
    title: "Rotate the signing keys",
    root: "identity",
    status: "needs_input",
    waitsLater: {
      kind: "held",
      retryInMinutes: 4,
      detail: "The provider failed: The provider responded with 529 (overloaded).",
    },
    thousands: 900,
    minutesAgo: 3,
  },
];
