import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService, type TestService } from "./service.ts";

/** Calls the board's API like the page, with the cookie that came with it. */
export interface Board {
  cookie: string;
  call: TestService["call"];
}

export interface BoardService extends TestService {
  board: Board;
}

/** A service that also serves a page, with the cookie that a browser gets with it. */
export async function startBoardService(
  options: Parameters<typeof startTestService>[0] = {},
): Promise<BoardService> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  const rendererFolder = join(folder, "board");
  await mkdir(join(rendererFolder, "assets"), { recursive: true });
  await writeFile(
    join(rendererFolder, "index.html"),
    "<!doctype html><title>Signalbox</title><script>0</script>",
  );
  await writeFile(join(rendererFolder, "assets", "app.js"), "export {};\n");
  const service = await startTestService({ ...options, folder, rendererFolder });
  return { ...service, board: await openBoard(service) };
}

async function openBoard({ url, call }: TestService): Promise<Board> {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  await page.text();
  const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    cookie,
    call: (method, path, body, options = {}) =>
      call(method, `/ui/v1${path}`, body, { key: null, headers: { cookie, ...options.headers } }),
  };
}
