import type { SessionRow } from "../../sessions/sessions/index.ts";
import { readOriginsJob } from "./jobs.ts";
import { isOneOf, type Repository, repositoryAt, repositoryName, repositoryNamed } from "./link-rules.ts";
import { originStore } from "./origin-store.ts";
import type { PullRequestDeps } from "./ports.ts";

export type CloneOrigins = ReturnType<typeof cloneOrigins>;

/** The repositories on GitHub that sessions were cloned from, as the service knows them from what it cloned. */
export function cloneOrigins({
  database,
  sessions,
  jobs,
  remotes,
}: Pick<PullRequestDeps, "database" | "sessions" | "jobs" | "remotes">) {
  const store = originStore(database);

  function stored({ id, gitRoot }: SessionRow): Repository[] | null {
    const row = store.find(id);
    return row?.gitRoot === gitRoot ? row.repositories.flatMap((name) => repositoryNamed(name) ?? []) : null;
  }

  async function read({ id, gitRoot }: SessionRow): Promise<Repository[]> {
    if (gitRoot === null) return [];
    const found = (await remotes(gitRoot)).flatMap((url) => repositoryAt(url) ?? []);
    const own = found.filter((one, index) => !isOneOf(one, found.slice(0, index)));
    // The session may be gone by now.
    if (sessions.byId(id)) store.set({ sessionId: id, gitRoot, repositories: own.map(repositoryName) });
    return own;
  }

  return {
    of: async (session: SessionRow): Promise<readonly Repository[]> => stored(session) ?? read(session),

    /** Inside the transaction that records the clone. */
    onCloned: ({ sessionId }: { sessionId: number }): void => void jobs.add(readOriginsJob, { sessionId }),

    /** Job: what a later clone is made of may have other remotes. */
    async refresh(sessionId: number): Promise<void> {
      const session = sessions.byId(sessionId);
      if (session) await read(session);
    },
  };
}
