import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IPty } from "@lydell/node-pty";
import type { LoginCommand } from "../../../runtimes/login-command.ts";
import { terminalText } from "../../../runtimes/terminal-text.ts";
import { freshAccount } from "./edits.ts";
import { accountRefusal } from "./errors.ts";
import { isLoginOver, type LoginStatus, statusShown } from "./login-rules.ts";
import type { AccountDeps, AccountPool } from "./pool.ts";
import type { accountReadings } from "./readings.ts";
import { type AccountRow, emailKey, type LoginRow } from "./store.ts";
import { text } from "./text.ts";
import type { LiveLogin } from "./view.ts";

const minuteMs = 60_000;
/** The person's time, and a little more for what follows. */
const lifetimeMs = 12 * minuteMs;
const expiresMs = 14 * minuteMs;
/** Without a link after this, the command hangs. */
const silentMs = minuteMs;
const keptMs = 24 * 60 * minuteMs;
const maxScreen = 64 * 1024;
const maxReason = 200;
const checkMs = 10_000;

interface Attempt extends LiveLogin {
  id: number;
  account: AccountRow;
  command: LoginCommand;
  home: string;
  terminal: IPty | null;
  screen: string;
  isSaving: boolean;
  timers: NodeJS.Timeout[];
}

export type BoardLogins = ReturnType<typeof boardLogins>;

/** Signs in to accounts on the board, through each CLI's own command in a terminal. */
export function boardLogins(
  deps: AccountDeps,
  pool: AccountPool,
  { probeSoon }: Pick<ReturnType<typeof accountReadings>, "probeSoon">,
) {
  const { clock, database, log } = deps;
  const { store } = pool;
  const open = new Map<number, Attempt>();
  const { run } = loginRuns(deps, pool, { open, settle, probeSoon });

  function settle(id: number, status: LoginStatus, error: string | null = null): void {
    const attempt = open.get(id);
    if (attempt) end(attempt);
    open.delete(id);
    if (!database.sql.open) return;
    store.endLogin(id, { status, errorMessage: error, endedAt: clock.now() });
    pool.reads.notify();
  }

  function find(id: number): LoginRow & { accountId: number } {
    const row = store.login(id);
    if (!row || row.accountId === null) throw accountRefusal("unknown_login");
    return { ...row, accountId: row.accountId };
  }

  function start(accountId: number): LoginRow {
    const account = pool.find(accountId);
    if (account.kind === "api_key") throw accountRefusal("key_account", { email: account.email });
    const running = store.openLogin(accountId);
    if (running) settle(running.id, "canceled", text.login.superseded);
    const now = clock.now();
    const { email, runtime } = account;
    const row = store.addLogin({
      accountId,
      email,
      runtime,
      status: "starting",
      createdAt: now,
      expiresAt: now + expiresMs,
    });
    void run(row.id, account).catch((error: unknown) => {
      log.error({ err: error, account: accountId }, "a sign-in on the board failed");
      settle(row.id, "failed", text.login.notStarted);
    });
    pool.reads.notify();
    return row;
  }

  // What a former start of the service left has no terminal any more.
  for (const { id } of store.openLogins()) settle(id, "failed", text.login.restarted);

  return {
    start,
    find,
    live: (id: number): LiveLogin | null => open.get(id) ?? null,

    /** The code goes straight to the command, and nowhere else. */
    enterCode(id: number, given: string | null | undefined): void {
      const code = given?.trim() ?? "";
      const { status } = find(id);
      if (code === "" || !/^[\x21-\x7e]{1,2000}$/.test(code)) throw accountRefusal("code_blank");
      if (isLoginOver(status)) throw accountRefusal("login_over");
      const attempt = open.get(id);
      if (!attempt?.terminal) throw accountRefusal("login_over");
      store.changeLogin(id, { codeReceived: true, status: "completing" });
      attempt.terminal.write(`${code}\r`);
      pool.reads.notify();
    },

    cancel(id: number): void {
      if (!isLoginOver(find(id).status)) settle(id, "canceled");
    },

    prune: (): void => store.pruneLogins(clock.now() - keptMs),

    close(): void {
      for (const attempt of open.values()) end(attempt);
      open.clear();
    },
  };
}

/** The commands in their terminals, from their start to the login that they leave. */
function loginRuns(
  deps: AccountDeps,
  pool: AccountPool,
  of: {
    open: Map<number, Attempt>;
    settle(id: number, status: LoginStatus, error?: string): void;
    probeSoon: ReturnType<typeof accountReadings>["probeSoon"];
  },
) {
  const { clock, database } = deps;
  const { store } = pool;
  const { open, settle } = of;

  async function run(id: number, account: AccountRow): Promise<void> {
    const runtime = deps.runtimes.find((entry) => entry.id === account.runtime);
    const command = runtime?.loginCommand;
    const cli = await runtime?.locate();
    if (!command || cli?.kind !== "found")
      return settle(id, "failed", cli?.kind === "missing" ? cli.message : text.login.notStarted);
    const home = await mkdtemp(join(deps.environment["TMPDIR"] ?? tmpdir(), "signalbox-login-"));
    const attempt = freshAttempt({ id, account, command, home });
    // Canceled before it began.
    if (isLoginOver(store.login(id)?.status ?? "failed")) return rm(home, { recursive: true, force: true });
    open.set(id, attempt);
    await show(attempt, cli);
  }

  async function show(attempt: Attempt, cli: { command: string; args: readonly string[] }): Promise<void> {
    const { id, account, command, home } = attempt;
    const { spawn } = await import("@lydell/node-pty");
    attempt.terminal = spawn(cli.command, [...cli.args, ...command.args(account.email)], {
      cwd: home,
      env: command.environment(home),
      name: "xterm-256color",
      // Wide, so that no link is broken over lines.
      cols: 2_000,
      rows: 50,
    });
    attempt.terminal.onData((output) => see(attempt, output));
    attempt.terminal.onExit(() => void save(attempt, true));
    const after = (ms: number, run: () => void) => attempt.timers.push(setTimeout(run, ms).unref());
    after(silentMs, () => attempt.url === null && settle(id, "failed", text.login.silent));
    after(lifetimeMs, () => settle(id, "expired", text.login.expired));
  }

  function see(attempt: Attempt, output: string): void {
    attempt.screen = (attempt.screen + output).slice(-maxScreen);
    const shown = attempt.command.read(terminalText(attempt.screen));
    const changed =
      shown.url !== attempt.url || shown.code !== attempt.code || shown.asksForCode !== attempt.asksForCode;
    Object.assign(attempt, shown);
    const row = open.has(attempt.id) ? store.login(attempt.id) : undefined;
    if (row && changed) {
      store.changeLogin(attempt.id, { status: statusShown(row.status, shown) });
      pool.reads.notify();
    }
    void save(attempt, false);
  }

  /** Takes over the login file once it is whole; the command's end without one is a failure. */
  async function save(attempt: Attempt, hasExited: boolean): Promise<void> {
    const { id, account, home } = attempt;
    const logins = pool.loginsOf(account.runtime);
    if (!open.has(id) || attempt.isSaving || !logins) return;
    const login = await readFile(logins.file(home), "utf8").catch(() => "");
    const isWhole = logins.isComplete(login);
    if (!open.has(id) || attempt.isSaving || (!isWhole && !hasExited)) return;
    attempt.isSaving = true;
    if (!isWhole) return settle(id, "failed", lastWords(attempt, deps));
    store.changeLogin(id, { status: "completing" });
    const email = await logins.emailOf(login, AbortSignal.timeout(checkMs));
    if (!open.has(id) || !database.sql.open) return;
    if (email === null) return settle(id, "failed", text.login.unknownIdentity);
    if (emailKey(email) !== account.emailKey)
      return settle(id, "failed", text.login.otherIdentity(email, account.email));
    keep({ database, clock }, pool, { account, login });
    settle(id, "succeeded");
    of.probeSoon(account.id, "sign_in");
  }

  return { run };
}

const freshAttempt = (of: Pick<Attempt, "id" | "account" | "command" | "home">): Attempt => ({
  ...of,
  terminal: null,
  screen: "",
  isSaving: false,
  timers: [],
  url: null,
  code: null,
  asksForCode: false,
});

function keep(
  { database, clock }: Pick<AccountDeps, "database" | "clock">,
  { store, credentials, ensureCurrent, changed }: AccountPool,
  { account, login }: { account: AccountRow; login: string },
): void {
  const { id, runtime, createdAt } = account;
  credentials.write(id, { kind: "sign_in", login });
  database.transaction(() => {
    store.update(id, {
      ...freshAccount("sign_in", createdAt),
      place: "stored",
      status: "active",
      updatedAt: clock.now(),
    });
    ensureCurrent(runtime);
  });
  changed();
}

/** Why it failed, as far as its command said so. */
function lastWords({ screen }: Attempt, { redact }: Pick<AccountDeps, "redact">): string {
  const line = terminalText(screen)
    .split(/[\r\n]+/)
    .findLast((words) => words.trim() !== "");
  const said = line === undefined ? "" : ` ${line.trim()}`;
  return redact(`${text.login.ended}${said}`).slice(0, maxReason);
}

/** Ends the command with all it started, and removes what it wrote. */
function end({ terminal, timers, home }: Attempt): void {
  for (const timer of timers) clearTimeout(timer);
  try {
    // It leads a session of its own.
    if (terminal) process.kill(process.platform === "win32" ? terminal.pid : -terminal.pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
  void rm(home, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
