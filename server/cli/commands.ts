import { startWithoutOptimizing } from "./start-memory.ts";
import { text } from "./text.ts";

export interface Command {
  summary: string;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Each command is imported when it runs, so that a long-running service does not keep the demo in memory. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: text.commands.serve,
    run: async (args) => {
      startWithoutOptimizing();
      return (await import("./serve.ts")).serve(args);
    },
  },
  open: {
    summary: text.commands.open,
    run: async (args) => (await import("./open.ts")).open(args),
  },
  confirm: {
    summary: text.commands.confirm,
    run: async (args) => (await import("./confirm.ts")).confirm(args),
  },
  demo: {
    summary: text.commands.demo,
    run: async (args) => (await import("./demo.ts")).demo(args),
  },
  doctor: {
    summary: text.commands.doctor,
    run: async (args) => {
      if (args.includes("--bundle")) return (await import("./bundle.ts")).bundle();
      return (await import("./doctor.ts")).doctor();
    },
  },
  backup: {
    summary: text.commands.backup,
    run: async (args) => (await import("./backup.ts")).backup(args),
  },
  restore: {
    summary: text.commands.restore,
    run: async (args) => (await import("./restore.ts")).restore(args),
  },
  grant: {
    summary: text.commands.grant,
    run: async (args) => (await import("./grant.ts")).grant(args),
  },
};
