import { expect } from "vitest";
import type { Session, TestService } from "./service.ts";

interface MadeClone {
  session: Session;
  /** Where it is; null if it could not be made. */
  clone: string | null;
  warnings: string[];
  /** The lines of the session's log that warn, oldest first. */
  said: string[];
}

/** A session without a prompt, once its clone is made or has failed. */
export async function makeClone(service: TestService, body: Record<string, unknown>): Promise<MadeClone> {
  const answer = await service.call<{ session: Session; warnings?: string[] }>("POST", "/sessions", {
    clone_only: true,
    ...body,
  });
  expect(answer).toMatchObject({ status: 201 });
  const { id } = answer.body.session;
  const session = await service.waitFor(
    id,
    ({ status, job_id, running_job_id }) =>
      status === "failed" || (job_id === null && running_job_id === null),
  );
  return {
    session,
    clone: session.status === "failed" ? null : String(session.metadata["clone_path"]),
    warnings: answer.body.warnings ?? [],
    said: await warningsOf(service, id),
  };
}

export async function warningsOf(service: TestService, id: number): Promise<string[]> {
  const { body } = await service.call<{ logs: { content: string; level: string }[] }>(
    "GET",
    `/sessions/${id}/logs`,
  );
  return body.logs.flatMap(({ content, level }) => (level === "warning" ? [content] : []));
}
