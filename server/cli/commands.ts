import { startWithoutOptimizing } from "./start-memory.ts";
import { text } from "./text.ts";

export interface Command {
  summary: string;
  /** What follows its name. */
  usage: string;
  /** By option, what it does. */
  options: Readonly<Record<string, string>>;
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

/** Each command is imported when it runs, so that a long-running service does not keep the demo in memory. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    ...described("serve", "options"),
    run: async (args) => {
      startWithoutOptimizing();
      return (await import("./serve.ts")).serve(args);
    },
  },
  open: {
    ...described("open", "options"),
    run: async (args) => (await import("./open.ts")).open(args),
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
};
