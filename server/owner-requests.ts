import { z } from "zod";
import { askOwnerSocket, ownerSocketPath } from "./lib/owner-socket.ts";

/** What the owner's commands ask of the running service. */
const ownerRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("launch_link") }),
  z.object({ kind: z.literal("launch_file") }),
]);
type OwnerRequest = z.infer<typeof ownerRequest>;

const answers = {
  launch_link: z.object({ url: z.string() }),
  launch_file: z.object({ path: z.string() }),
} as const;

interface OwnerDeps {
  launchLink(): string;
  launchFile(): Promise<string>;
}

/** Answers requests on the owner's socket. */
export const answerOwner =
  (deps: OwnerDeps) =>
  async (request: unknown): Promise<object> => {
    const { kind } = ownerRequest.parse(request);
    switch (kind) {
      case "launch_link":
        return { url: deps.launchLink() };
      case "launch_file":
        return { path: await deps.launchFile() };
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
