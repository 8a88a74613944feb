export interface Command {
  summary: string;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Each command is imported when it runs, so that a long-running service does not keep the demo in memory. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: "Run the service without the desktop app",
    run: async () => (await import("./serve.ts")).serve(),
  },
  demo: {
    summary: "Run one real session offline, with a scripted model",
    run: async (args) => (await import("./demo.ts")).demo(args),
  },
  doctor: {
    summary: "Check this machine and explain how to install what is missing",
    run: async () => (await import("./doctor.ts")).doctor(),
  },
  backup: {
    summary: "Make a verified copy of the database: backup [folder]",
    run: async (args) => (await import("./backup.ts")).backup(args),
  },
  restore: {
    summary: "Replace the data with a backup: restore <file or backup name>",
    run: async (args) => (await import("./restore.ts")).restore(args),
  },
  grant: {
    summary: "Issue tokens for a person: grant --email EMAIL --privilege act_as_human|relay_only",
    run: async (args) => (await import("./grant.ts")).grant(args),
  },
};
