import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import type { NewSession, Session } from "../../../server/domains/sessions/sessions/model.ts";
import { toastSuccess, toastWarning } from "../../ui/toasts.ts";
import type { PendingFile } from "../composer/attachments.ts";
import { createSession } from "../sessions/api.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import { sendFirstMessage } from "./send-first-message.ts";
import { text } from "./text.ts";
import { draftId } from "./use-form.ts";
import { withoutPrompt } from "./view-model.ts";

/** Of the creation of sessions, while it goes on. */
export const creationKey = ["new-session", "create"] as const;

/** Some of several sessions were started before one was refused. */
export class PartlyStarted extends Error {
  override readonly name = "PartlyStarted";
  readonly started: number;
  readonly asked: number;

  constructor(of: { started: number; asked: number; cause: unknown }) {
    super(text.submit.partly(of.started, of.asked), { cause: of.cause });
    this.started = of.started;
    this.asked = of.asked;
  }
}

const newKey = (): string => `board-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** Repeating a request keeps its keys, so that a second try after a lost answer creates no session twice. */
function useIdempotency() {
  const last = useRef({ request: "", key: "" });
  return (request: NewSession, at: number): NewSession & { idempotency_key: string } => {
    const words = JSON.stringify(request);
    if (last.current.request !== words) last.current = { request: words, key: newKey() };
    return { ...request, idempotency_key: at === 0 ? last.current.key : `${last.current.key}-${at}` };
  };
}

export interface Creation {
  request: NewSession;
  files: readonly PendingFile[];
  /** How many sessions are to do the same. */
  count: number;
}

interface Created {
  session: Session;
  warnings?: string[] | undefined;
}

function useStartOne() {
  const client = useQueryClient();
  const keyed = useIdempotency();
  /** The keys of sessions that have their first message. */
  const told = useRef(new Set<string>());
  return ({ request, files }: Creation, at: number): Promise<Created> =>
    mutateSession(client, async () => {
      if (files.length === 0) return createSession(keyed(request, at));
      // Files cannot be sent with a new session, but with its first message.
      const { rest, prompt } = withoutPrompt(request);
      const input = keyed(rest, at);
      const answer = await createSession(input);
      if (told.current.has(input.idempotency_key)) return answer;
      const session = await sendFirstMessage(answer.session, { prompt, files, progressOf: draftId() });
      told.current.add(input.idempotency_key);
      return { ...answer, session };
    });
}

/**
 * Creates the sessions; the draft is kept until all of them are there. A single one is opened. If some were started when one is
 * refused, fails with `PartlyStarted`, and the next try with the same request starts the rest.
 */
export function useCreate(onCreated: () => void) {
  /** How many of the same request were started before one was refused. */
  const begun = useRef({ words: "", count: 0 });
  const navigate = useNavigate();
  const startOne = useStartOne();
  const open = ({ id }: Session) => navigate({ to: "/sessions/$id", params: { id: String(id) } });
  return useMutation({
    mutationKey: creationKey,
    async mutationFn(creation: Creation) {
      const words = JSON.stringify(creation.request);
      const first = begun.current.words === words ? begun.current.count : 0;
      const created: Created[] = [];
      try {
        for (let n = 0; n < creation.count; n += 1) created.push(await startOne(creation, first + n));
      } catch (error) {
        begun.current = { words, count: first + created.length };
        if (created.length === 0) throw error;
        throw new PartlyStarted({ started: created.length, asked: creation.count, cause: error });
      }
      return created;
    },
    async onSuccess(created) {
      onCreated();
      for (const warning of new Set(created.flatMap(({ warnings = [] }) => warnings))) toastWarning(warning);
      const [first] = created;
      if (!first) return;
      if (created.length === 1) await open(first.session);
      else {
        const action = { label: text.submit.open, onClick: () => void open(first.session) };
        toastSuccess(text.submit.started(created.length), { action });
      }
    },
  });
}
