import type { Actor } from "../../../http/caller.ts";
import { type Endpoint, endpoints, Reply } from "../../../http/mount.ts";
import { originWords } from "../../../http/turn-origin.ts";
import type { NewSource } from "./creation.ts";
import { type NewSession, type Session, sessionOperations } from "./model.ts";
import type { SessionService } from "./service.ts";

export function sessionRoutes(deps: {
  sessions: SessionService;
  /** Stops the active turn, then deletes the session and its files. */
  remove(reference: string): Promise<void>;
  /** Which repository, folder and branch are meant, as far as that is known soon. */
  settle(source: NewSource): Promise<{ source: NewSource; notes: string[] }>;
  /** Adds a line to the session log. */
  note(id: number, text: string): void;
  /** Follows a PATCH; says whether a waiting session started because it became a priority session. */
  onPatched(
    before: ReturnType<SessionService["find"]>,
    by: Actor,
  ): { outcome: "started" | "refused"; message: string } | undefined;
}): Endpoint[] {
  const { sessions } = deps;
  return endpoints(sessionOperations, {
    listSessions: ({ query }) => sessions.list(query),

    searchSessions: ({ query }, { response }) => {
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      return sessions.search(query, gone.signal);
    },

    createSession: async ({ body }, { actor, agentSession, request }) => {
      const genesis = actor.kind === "board" ? "web_ui" : "api";
      const by = { author: actor, agentSession };
      const asked = withDefaultClass(actor, body);
      const { source, notes } = await deps.settle(sessions.sourceOf(asked, genesis, by));
      // The same request may have come again meanwhile.
      const earlier = sessions.replay(body.idempotency_key);
      if (earlier) return replayed(earlier);
      const { session, warnings } = sessions.create(fromSource(asked, source), genesis, { ...by, notes });
      const origin = originWords(request);
      if (origin !== null) deps.note(session.id, `Requested from ${origin}`);
      return { session, ...(warnings.length > 0 && { warnings }) };
    },

    updateSession: ({ params, body }, { actor }) => {
      const before = sessions.find(params.id);
      const session = sessions.patch(params.id, body);
      const start = deps.onPatched(before, actor);
      return start ? { session: sessions.view(sessions.find(String(before.id))), start } : { session };
    },

    deleteSession: async ({ params }) => deps.remove(params.id),
  }).map((endpoint) =>
    endpoint.operation.id === "createSession" ? withReplay(endpoint, sessions) : endpoint,
  );
}

/** R28: a session requested from the phone is a priority session by default. */
const withDefaultClass = ({ kind }: Actor, body: NewSession): NewSession =>
  kind === "native" ? { ...body, scheduling_class: body.scheduling_class ?? "priority" } : body;

/** What was found of it takes the place of what was asked; a branch that is still open stays open. */
const fromSource = (
  body: NewSession,
  { gitRoot, branch, branchChosen, subdirectory }: NewSource,
): NewSession => ({
  ...body,
  git_root: gitRoot,
  subdirectory,
  ...(branchChosen && { branch }),
});

const replayed = (session: Session) => new Reply(200, { session, idempotent_replay: true as const });

/** X46: checks an idempotency key before validating the rest of the request. */
function withReplay(endpoint: Endpoint, sessions: SessionService): Endpoint {
  return {
    ...endpoint,
    before(body) {
      const session = sessions.replay((body as { idempotency_key?: unknown } | null)?.idempotency_key);
      return session && replayed(session);
    },
  };
}
