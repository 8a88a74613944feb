import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { FileDiff, SessionChanges } from "../../server/domains/review/changes/model.ts";
import type { BoardService } from "./board.ts";
import { gitIn } from "./repository.ts";
import { clonedSession, createSession, isDecided } from "./sessions.ts";

const run = promisify(execFile);

export interface ChangedClone {
  id: number;
  /** Its folder. */
  path: string;
  /** Runs git in it, as the agent would; `-C folder` for one in it. */
  git(...args: string[]): Promise<string>;
  /** Runs a shell script in it, whose text may have any bytes. */
  shell(script: string): Promise<void>;
  changes(query?: string): Promise<SessionChanges>;
  paths(): Promise<string[]>;
  diff(path: string, more?: Record<string, string>): Promise<{ status: number; body: FileDiff }>;
}

/** A session with a clone for a test to work in as its agent would, and what the board reads of it. */
export async function changedClone(
  service: BoardService,
  more: { git_root: string; branch?: string },
): Promise<ChangedClone> {
  const { id, metadata } = await clonedSession(service, more);
  const path = String(metadata["clone_path"]);
  const changes = async (query = ""): Promise<SessionChanges> => {
    const { status, body } = await service.board.call<SessionChanges>(
      "GET",
      `/sessions/${id}/changes${query}`,
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  return {
    id,
    path,
    git: (...args) => gitIn(path, ...args),
    shell: async (script) => void (await run("bash", ["-ec", script], { cwd: path })),
    changes,
    paths: async () => (await changes()).files.map((file) => file.path),
    diff: (file, query = {}) =>
      service.board.call<FileDiff>(
        "GET",
        `/sessions/${id}/changes/diff?${new URLSearchParams({ path: file, ...query })}`,
      ),
  };
}

/** What a session waits for after its agent ran one line of shell. */
export async function attentionAfter(
  service: BoardService,
  { git_root, command }: { git_root: string; command: string },
): Promise<{ kind: string; reason: string } | null> {
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  const { id } = await createSession(service, { git_root, prompt });
  return (await service.waitFor(id, isDecided)).attention;
}
