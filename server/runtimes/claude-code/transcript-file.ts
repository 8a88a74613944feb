import { join } from "node:path";
import { foundAt } from "../../lib/exists.ts";
import { namesIn } from "../../lib/names-in.ts";
import { layoutOf } from "./layout.ts";

/**
 * The conversation's file, in any project folder: the CLI names that folder, by its own rule, after the working
 * directory that the conversation began in. The newest file if there are several. A link, which may lead anywhere, is none.
 */
export async function transcriptFile(home: string, conversationId: string): Promise<string | null> {
  if (!/^[\w-]+$/.test(conversationId)) return null;
  const { projects } = layoutOf(home);
  const folders = (await namesIn(projects)).filter(({ isFolder }) => isFolder);
  const candidates = await Promise.all(
    folders.map(async (folder) => {
      const path = join(folder.path, `${conversationId}.jsonl`);
      const found = await foundAt(path);
      return found?.isFile() ? { path, at: found.mtimeMs } : null;
    }),
  );
  const files = candidates.filter((candidate) => candidate !== null).sort((a, b) => b.at - a.at);
  return files[0]?.path ?? null;
}
