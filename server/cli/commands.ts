export interface Command {
  summary: string;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/** Each loads what it needs when it is called: a service that runs for weeks does not hold the demo. */
export const commands: Readonly<Record<string, Command>> = {
  serve: {
    summary: "Run the service without a display",
    run: async () => (await import("./serve.ts")).serve(),
  },
  demo: {
    summary: "Run one real session on a scripted model, offline",
    run: async (args) => (await import("./demo.ts")).demo(args),
  },
  doctor: {
    summary: "Say what is missing on this machine and how to get it",
    run: async () => (await import("./doctor.ts")).doctor(),
  },
  backup: {
    summary: "Write a verified copy of the database: backup [folder]",
    run: async (args) => (await import("./backup.ts")).backup(args),
  },
  restore: {
    summary: "Put a backup in the place of the data: restore <file or name of a backup>",
    run: async (args) => (await import("./restore.ts")).restore(args),
  },
  grant: {
    summary: "Print tokens for a person: grant --email E --privilege act_as_human|relay_only",
    run: async (args) => (await import("./grant.ts")).grant(args),
  },
};
