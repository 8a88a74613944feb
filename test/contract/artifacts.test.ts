import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  MessageWithFiles,
  ScratchFolder,
  TimelinePictures,
} from "../../server/domains/review/artifacts/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { claudeImage, claudeResult, claudeUser, drawPng } from "../support/pictures.ts";
import { seedLines } from "../support/seed-transcript.ts";
import { atRest } from "../support/service.ts";
import { clonedSession, createSession, restedSession } from "../support/sessions.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const get = <Body>(path: string) => service.board.call<Body>("GET", path);
const fetchFile = (path: string): Promise<Response> =>
  fetch(`${service.url}/ui/v1${path}`, { headers: service.board.headers });
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

const png = drawPng(3, [1, 2, 3]);

describe("attached files", () => {
  const files = [
    { filename: "shot.png", media_type: "text/plain", data: png.toString("base64") },
    { filename: "../page.html", media_type: "text/html", data: Buffer.from("<b>1</b>").toString("base64") },
  ];
  const list = (id: number) =>
    get<{ messages: MessageWithFiles[]; truncated: boolean }>(`/sessions/${id}/attachments`);

  it("are listed by message, and come back as they were", async () => {
    const { id } = await clonedSession(service);
    expect((await list(id)).body).toEqual({ messages: [], truncated: false });
    const prompt = "#script say Seen.";
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt, attachments: files });
    await service.waitFor(id, atRest);
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Without." });
    await service.waitFor(id, atRest);
    const { messages } = (await list(id)).body;
    expect(messages).toMatchObject([
      {
        text: prompt,
        status: "sent",
        sent_at: expect.any(String),
        attachments: [
          { filename: "shot.png", media_type: "image/png", image: true, bytes: png.byteLength },
          { filename: "../page.html", image: false, bytes: 8 },
        ],
      },
    ]);
    const path = `/sessions/${id}/attachments/${messages[0]?.id}`;
    const picture = await fetchFile(`${path}/0`);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(await bytesOf(picture)).toEqual(png);
    const page = await fetchFile(`${path}/1`);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename=page.html",
      "x-content-type-options": "nosniff",
    });
    expect(String(await bytesOf(page))).toBe("<b>1</b>");
    expect((await fetchFile(`${path}/2`)).status).toBe(404);
    expect((await fetchFile(`/sessions/${id}/attachments/999999/0`)).status).toBe(404);

    await rm(join(service.folder, "data", "attachments", String(id)), { recursive: true });
    expect((await list(id)).body.messages[0]?.attachments).toMatchObject([{ bytes: null }, { bytes: null }]);
    expect((await fetchFile(`${path}/0`)).status).toBe(404);
  });

  it("are only those of the session that is named", async () => {
    const [one, other] = [await clonedSession(service), await clonedSession(service)];
    const body = { prompt: "#script say Seen.", attachments: files };
    await service.call("POST", `/sessions/${one.id}/follow_up`, body);
    await service.waitFor(one.id, atRest);
    const message = (await list(one.id)).body.messages[0]?.id;
    expect((await fetchFile(`/sessions/${other.id}/attachments/${message}/0`)).status).toBe(404);
  });
});

it("the pictures of a transcript are listed with their lines, and with the call that returned them", async () => {
  const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
  const input = { file_path: "/c/a.png" };
  await seedLines(service, id, [
    claudeUser([{ type: "text", text: "See" }, claudeImage(png), claudeImage(png)]),
    claudeUser([{ type: "text", text: "No picture" }]),
    {
      type: "assistant",
      message: { role: "assistant", content: [{ type: "tool_use", id: "one", name: "Read", input }] },
    },
    claudeUser([claudeResult("one", [claudeImage(png)]), claudeResult("lost", [claudeImage(png)])]),
  ]);
  const { body } = await get<TimelinePictures>(`/sessions/${id}/timeline/pictures`);
  expect(body).toMatchObject({
    pictures: [
      { entry: "0.0", count: 2, index: 0, call: null, in: "prompt" },
      { entry: "3.0", count: 1, index: 3, call: { name: "Read", input }, in: "result" },
      { entry: "3.1", count: 1, index: 3, call: null, in: "result" },
    ],
    line_count: 4,
    truncated: false,
  });
  expect((await fetchFile(`/sessions/${id}/timeline/3/1/pictures/0`)).status).toBe(200);
});

it("the pictures of a long transcript are listed by another thread", async () => {
  const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
  const large = Buffer.concat([png, Buffer.alloc(800_000, 7)]);
  await seedLines(service, id, [claudeUser([claudeImage(large)])]);
  const { body } = await get<TimelinePictures>(`/sessions/${id}/timeline/pictures`);
  expect(body.pictures).toMatchObject([{ entry: "0.0", count: 1 }]);
});

describe("the scratch folder", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const list = (id: number) => get<ScratchFolder>(`/sessions/${id}/scratch`);
  const file = (id: number, path: string): Promise<Response> =>
    fetchFile(`/sessions/${id}/scratch/file?path=${encodeURIComponent(path)}`);

  it("is empty before the agent leaves anything", async () => {
    const { id } = await clonedSession(service);
    expect((await list(id)).body).toMatchObject({ files: [], truncated: false });
  });

  it("lists what the agent left there and no more, and gives it out without secrets", async () => {
    const { id } = await restedSession(
      service,
      `#script bash cmd=mkdir -p $SIGNALBOX_SCRATCH/in && printf 'a %s' '${token}' > $SIGNALBOX_SCRATCH/in/notes.txt\n#script say Left.`,
    );
    const { folder } = (await list(id)).body;
    await mkdir(join(folder, "node_modules"));
    await writeFile(join(folder, "node_modules", "index.js"), "1");
    await writeFile(join(folder, "shot.png"), png);
    await writeFile(join(folder, "binary"), Buffer.of(0xff, 0xfe, 0));
    await writeFile(join(folder, "long.log"), "x".repeat(1_100_000));
    await writeFile(join(service.folder, "outside.txt"), "not this");
    await symlink(join(service.folder, "outside.txt"), join(folder, "link.txt"));
    const { files } = (await list(id)).body;
    expect(new Map(files.map(({ path, within_limit }) => [path, within_limit]))).toEqual(
      new Map([
        ["shot.png", true],
        ["binary", true],
        ["long.log", false],
        ["in/notes.txt", true],
      ]),
    );

    const picture = await file(id, "shot.png");
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(await bytesOf(picture)).toEqual(png);
    const notes = await file(id, "in/notes.txt");
    expect(notes.headers.get("content-disposition")).toBe("attachment; filename=notes.txt");
    expect(notes.headers.get("content-type")).toBe("application/octet-stream");
    const text = String(await bytesOf(notes));
    expect(text).toMatch(/^a \[REDACTED:/);
    expect(await bytesOf(await file(id, "binary"))).toEqual(Buffer.of(0xff, 0xfe, 0));
    for (const path of ["long.log", "link.txt", "../../signalbox.db", "in", "none", join(folder, "binary")])
      expect((await file(id, path)).status, path).toBe(404);
  });
});

it("returns 404 for a missing session", async () => {
  for (const what of ["attachments", "timeline/pictures", "scratch", "scratch/file?path=a", "pull_requests"])
    expect((await get(`/sessions/999999/${what}`)).status, what).toBe(404);
});
