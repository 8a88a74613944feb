import { backup } from "./backup.ts";
import { demo } from "./demo.ts";
import { doctor } from "./doctor.ts";
import { serve } from "./serve.ts";

export interface Command {
  summary: string;
  /** Resolves with the exit code. */
  run(args: readonly string[]): Promise<number>;
}

export const commands: Record<string, Command> = {
  serve: { summary: "Run the service without a display", run: serve },
  demo: { summary: "Run one real session on a scripted model, offline", run: demo },
  doctor: { summary: "Say what is missing on this machine and how to get it", run: doctor },
  backup: { summary: "Write a verified copy of the database: backup [folder]", run: backup },
};
