import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { Session, TestService } from "./service.ts";
import { atRest } from "./service.ts";

/** Creates a session, by default on a new repository; fails if the answer is not 201. */
export async function createSession(
  service: TestService,
  body: Record<string, unknown> = {},
): Promise<Session> {
  const git_root = body["git_root"] ?? (await service.repository());
  const answer = await service.call<{ session: Session }>("POST", "/sessions", { ...body, git_root });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.session;
}

/** At rest, and what it waits for is decided. */
export const isDecided = (session: Session): boolean => atRest(session) && session.attention !== null;

/** A session whose first turn has ended. */
export async function restedSession(
  service: TestService,
  prompt = "#script say Done.",
  more: Record<string, unknown> = {},
): Promise<Session> {
  const { id } = await createSession(service, { prompt, ...more });
  return service.waitFor(id, isDecided);
}

/** A session with a clone in which no agent has worked. */
export async function clonedSession(
  service: TestService,
  more: Record<string, unknown> = {},
): Promise<Session> {
  const { id } = await createSession(service, { clone_only: true, ...more });
  return service.waitFor(id, ({ job_id, running_job_id, metadata }) => {
    return job_id === null && running_job_id === null && metadata["clone_path"] !== undefined;
  });
}

/** A session that failed because its repository does not exist. */
export async function failedSession(service: TestService): Promise<Session> {
  const { id } = await createSession(service, { prompt: "Work", git_root: join(service.folder, "nowhere") });
  return service.waitFor(id, ({ status }) => status === "failed");
}

export interface HeldSession {
  session: Session;
  /** Lets the turn end. */
  release(): Promise<void>;
}

/** A session in the middle of its first turn, whose model waits to be released. */
export async function heldSession(
  service: TestService,
  more: Record<string, unknown> = {},
): Promise<HeldSession> {
  const gate = join(service.folder, `gate-${Math.random().toString(36).slice(2)}`);
  const { id } = await createSession(service, {
    prompt: `#script wait_file path=${gate}\n#script say Released.`,
    ...more,
  });
  const session = await service.waitFor(
    id,
    ({ status, running_job_id }) =>
      status === "running" &&
      running_job_id !== null &&
      JSON.stringify(service.model.requests()).includes(gate),
  );
  return { session, release: () => writeFile(gate, "") };
}

export const sessionOf = async (service: TestService, id: number): Promise<Session> =>
  (await service.call<{ session: Session }>("GET", `/sessions/${id}`)).body.session;

/** The whole transcript of a session, as served. */
export const transcriptOf = async (service: TestService, id: number): Promise<string> =>
  (await service.call<{ transcript_text: string }>("GET", `/sessions/${id}/transcript`)).body.transcript_text;

/** The model's requests that contain this text, newest last. */
export const promptsWith = (service: TestService, text: string): string[] =>
  service.model.requests().flatMap(({ prompts }) => prompts.filter((prompt) => prompt.includes(text)));
