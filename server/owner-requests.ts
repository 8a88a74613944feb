import { z } from "zod";
import {
  type IssuedTokens,
  issuedTokens,
  type TokenRequest,
  tokenRequest,
} from "./domains/access/oauth/model.ts";
import { askOwnerSocket, ownerSocketPath } from "./lib/owner-socket.ts";

/** The id or slug of the session to open; without one, the board. */
const sessionName = z.string().max(300).optional();

/** What the owner's commands ask of the running service. */
const ownerRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("launch_link"), session: sessionName }),
  z.object({ kind: z.literal("launch_file"), session: sessionName }),
  z.object({ kind: z.literal("write_diagnostics") }),
  z.object({ kind: z.literal("list_confirmations") }),
  z.object({
    kind: z.literal("settle_confirmation"),
    id: z.string(),
    answer: z.enum(["confirmed", "denied"]),
  }),
  z.object({ kind: z.literal("command_access") }),
  z.object({ kind: z.literal("stop") }),
  tokenRequest.extend({ kind: z.literal("issue_tokens") }),
]);
type OwnerRequest = z.infer<typeof ownerRequest>;

const waitingConfirmation = z.object({ id: z.string(), words: z.string(), from: z.string().nullable() });

const answers = {
  launch_link: z.object({ url: z.string() }),
  launch_file: z.object({ path: z.string() }),
  write_diagnostics: z.object({ path: z.string() }),
  list_confirmations: z.object({ waiting: z.array(waitingConfirmation) }),
  /** null if it no longer waits. */
  settle_confirmation: z.object({ words: z.string().nullable() }),
  /** Where the API is, and a key for it that ends with this start of the service. */
  command_access: z.object({ url: z.string(), key: z.string(), version: z.string(), pid: z.number() }),
  stop: z.object({ pid: z.number() }),
  issue_tokens: issuedTokens,
} as const;

interface OwnerDeps {
  launchLink(path?: string): string;
  launchFile(path?: string): Promise<string>;
  writeDiagnostics(): Promise<string>;
  waiting(): z.infer<typeof waitingConfirmation>[];
  settle(id: string, answer: "confirmed" | "denied"): string | null;
  commandAccess(): z.infer<(typeof answers)["command_access"]>;
  /** Ends the service, after the answer. */
  stop(): void;
  issueTokens(request: TokenRequest): Promise<IssuedTokens>;
}

const pathOf = (session: string | undefined): string | undefined =>
  session === undefined ? undefined : `/sessions/${encodeURIComponent(session)}`;

/** Answers requests on the owner's socket. */
export const answerOwner =
  (deps: OwnerDeps) =>
  async (request: unknown): Promise<object> => {
    const asked = ownerRequest.parse(request);
    switch (asked.kind) {
      case "launch_link":
        return { url: deps.launchLink(pathOf(asked.session)) };
      case "launch_file":
        return { path: await deps.launchFile(pathOf(asked.session)) };
      case "write_diagnostics":
        return { path: await deps.writeDiagnostics() };
      case "list_confirmations":
        return { waiting: deps.waiting() };
      case "settle_confirmation":
        return { words: deps.settle(asked.id, asked.answer) };
      case "command_access":
        return deps.commandAccess();
      case "stop":
        deps.stop();
        return { pid: process.pid };
      case "issue_tokens":
        return deps.issueTokens(asked);
    }
  };

/** Asks the service that runs on this data folder; null if none is running. */
export async function askRunningService<Kind extends OwnerRequest["kind"]>(
  dataFolder: string,
  request: Extract<OwnerRequest, { kind: Kind }>,
): Promise<z.infer<(typeof answers)[Kind]> | null> {
  try {
    const answer = await askOwnerSocket(ownerSocketPath(dataFolder), request);
    return answers[request.kind as Kind].parse(answer) as z.infer<(typeof answers)[Kind]>;
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      (error.code === "ENOENT" || error.code === "ECONNREFUSED")
    )
      return null;
    throw error;
  }
}
