import { type Endpoint, endpoints, Reply } from "../../http/mount.ts";
import { sessionRefusal } from "./errors.ts";
import { sessionOperations } from "./model.ts";
import { readNeedles } from "./search.ts";
import type { SessionService } from "./service.ts";

export function sessionRoutes(deps: {
  sessions: SessionService;
  /** The stored transcript as JSONL. */
  readTranscript(sessionId: number): string;
  /** Ends what runs, then removes the session with its files. */
  remove(reference: string): Promise<void>;
}): Endpoint[] {
  const { sessions } = deps;
  return endpoints(sessionOperations, {
    listSessions: ({ query }) => sessions.list(query),

    searchSessions: ({ query }) => {
      const { query: text, needles } = readNeedles(query.q ?? query.query);
      if (query.search_contents === true) throw sessionRefusal("contents_not_searchable");
      return { query: text, search_contents: false, ...sessions.list(query, needles) };
    },

    createSession: ({ body }, { actor }) => {
      const { session, warnings } = sessions.create(body, actor.kind === "board" ? "web_ui" : "api");
      return { session, ...(warnings.length > 0 && { warnings }) };
    },

    getSession: ({ params, query }) => {
      const row = sessions.find(params.id);
      const session = sessions.view(row);
      if (query.include_transcript === true) session.transcript = deps.readTranscript(row.id);
      return { session, ...sessions.extras(row) };
    },

    updateSession: ({ params, body }) => ({ session: sessions.patch(params.id, body) }),

    deleteSession: async ({ params }) => deps.remove(params.id),
  }).map((endpoint) =>
    endpoint.operation.id === "createSession" ? withReplay(endpoint, sessions) : endpoint,
  );
}

/** X46: an idempotency key is looked up before anything else of the request is judged. */
function withReplay(endpoint: Endpoint, sessions: SessionService): Endpoint {
  return {
    ...endpoint,
    before(body) {
      const session = sessions.replay((body as { idempotency_key?: unknown } | null)?.idempotency_key);
      return session && new Reply(200, { session, idempotent_replay: true });
    },
  };
}
