import { startWithoutOptimizing } from "./start-memory.ts";
import { text } from "./text.ts";

export interface Command {
  summary: string;
  /** What follows its name. */
  usage: string;
  /** By option, what it does. */
  options: Readonly<Record<string, string>>;
  /** Whether it takes nothing but options. Null if it checks what it is given itself. */
  takesOptionsOnly: boolean | null;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

const described = (
  name: keyof typeof text.options,
  takesOptionsOnly: boolean | null,
): Omit<Command, "run"> => ({
  summary: text.commands[name],
  usage: text.arguments[name],
  options: text.options[name],
  takesOptionsOnly,
});

/** Each command is imported when it runs, so that a long-running service does not keep the demo in memory. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    ...described("serve", true),
    run: async (args) => {
      startWithoutOptimizing();
      return (await import("./serve.ts")).serve(args);
    },
  },
  open: {
    ...described("open", true),
    run: async (args) => (await import("./open.ts")).open(args),
  },
  confirm: {
    ...described("confirm", null),
    run: async (args) => (await import("./confirm.ts")).confirm(args),
  },
  demo: {
    ...described("demo", true),
    run: async (args) => (await import("./demo.ts")).demo(args),
  },
  doctor: {
    ...described("doctor", true),
    run: async (args) => {
      if (args.includes("--bundle")) return (await import("./bundle.ts")).bundle();
      return (await import("./doctor.ts")).doctor();
    },
  },
  backup: {
    ...described("backup", false),
    run: async (args) => (await import("./backup.ts")).backup(args),
  },
  restore: {
    ...described("restore", false),
    run: async (args) => (await import("./restore.ts")).restore(args),
  },
  grant: {
    ...described("grant", null),
    run: async (args) => (await import("./grant.ts")).grant(args),
  },
};
