/** One health check; `run` throws if it fails. */
export interface Check {
  name: string;
  run(): unknown;
}

export type HealthService = ReturnType<typeof healthService>;

/** Runs every check and names the ones that failed; the reasons go to the log, not to the caller. */
export function healthService(deps: { checks: readonly Check[]; log(name: string, error: unknown): void }) {
  return {
    async deep(): Promise<{ status: "ok" | "failing"; failed: string[] }> {
      const results = await Promise.all(deps.checks.map(runCheck));
      const failed = results.flatMap((name) => name ?? []);
      return { status: failed.length === 0 ? "ok" : "failing", failed };
    },
  };

  async function runCheck({ name, run }: Check): Promise<string | null> {
    try {
      await run();
      return null;
    } catch (error) {
      deps.log(name, error);
      return name;
    }
  }
}
