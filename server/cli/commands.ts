import type { ApiCommandName } from "./api/index.ts";
import { startWithoutOptimizing } from "./start-memory.ts";
import { text } from "./text.ts";

export interface Command {
  summary: string;
  /** What follows its name. */
  usage: string;
  /** By option, what it does. */
  options: Readonly<Record<string, string>>;
  /** Options that are made from what it calls, and so are read only when they are shown. */
  moreOptions?(): Promise<Readonly<Record<string, string>>>;
  /** What it can be given; anything else is refused before it runs. */
  takes: "options" | "a value" | "what it checks itself";
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

const described = (name: keyof typeof text.options, takes: Command["takes"]): Omit<Command, "run"> => ({
  summary: text.commands[name],
  usage: text.arguments[name],
  options: text.options[name],
  takes,
});

/** A command that calls the running service's API. */
const calling = (name: ApiCommandName): Command => ({
  ...described(name, "what it checks itself"),
  moreOptions: async () => (await import("./api/index.ts")).optionsOf(name),
  run: async (args) => (await import("./api/index.ts")).run(name, args),
});

/** Each command is imported when it runs, so that a long-running service does not keep the demo in memory. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    ...described("serve", "options"),
    run: async (args) => {
      startWithoutOptimizing();
      return (await import("./serve.ts")).serve(args);
    },
  },
  start: {
    ...described("start", "options"),
    run: async () => (await import("./daemon/background.ts")).start(),
  },
  stop: {
    ...described("stop", "options"),
    run: async () => (await import("./daemon/background.ts")).stop(),
  },
  status: {
    ...described("status", "options"),
    run: async (args) => (await import("./daemon/background.ts")).status(args),
  },
  service: {
    ...described("service", "a value"),
    run: async (args) => (await import("./daemon/login-service.ts")).service(args),
  },
  update: {
    ...described("update", "a value"),
    run: async (args) => (await import("./daemon/update.ts")).update(args),
  },
  open: {
    ...described("open", "a value"),
    run: async (args) => (await import("./open.ts")).open(args),
  },
  new: calling("new"),
  list: calling("list"),
  search: calling("search"),
  show: calling("show"),
  transcript: calling("transcript"),
  send: calling("send"),
  wait: calling("wait"),
  diff: calling("diff"),
  archive: calling("archive"),
  triggers: calling("triggers"),
  trigger: calling("trigger"),
  costs: calling("costs"),
  logs: {
    ...calling("logs"),
    run: async (args) => (await import("./daemon/logs.ts")).logs(args),
  },
  call: {
    ...described("call", "what it checks itself"),
    run: async (args) => (await import("./api/call.ts")).call(args),
  },
  confirm: {
    ...described("confirm", "what it checks itself"),
    run: async (args) => (await import("./confirm.ts")).confirm(args),
  },
  demo: {
    ...described("demo", "options"),
    run: async (args) => (await import("./demo.ts")).demo(args),
  },
  doctor: {
    ...described("doctor", "options"),
    run: async (args) => {
      if (args.includes("--bundle")) return (await import("./bundle.ts")).bundle();
      return (await import("./doctor.ts")).doctor();
    },
  },
  backup: {
    ...described("backup", "a value"),
    run: async (args) => (await import("./backup.ts")).backup(args),
  },
  restore: {
    ...described("restore", "a value"),
    run: async (args) => (await import("./restore.ts")).restore(args),
  },
  grant: {
    ...described("grant", "what it checks itself"),
    run: async (args) => (await import("./grant.ts")).grant(args),
  },
  completion: {
    ...described("completion", "a value"),
    run: async (args) => (await import("./completion.ts")).completion(args, commands),
  },
};
