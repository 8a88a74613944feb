/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { claudeImage, claudeResult, claudeUser, drawPng } from "../support/pictures.ts";
import { seedLines } from "../support/seed-transcript.ts";
import { createSession, restedSession } from "../support/sessions.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const fetchPicture = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/ui/v1${path}`, { headers: { ...service.board.headers, ...headers } });

async function seeded(lines: readonly object[]): Promise<string> {
  const { id } = await createSession(service, { agent_runtime: "claude_code", clone_only: true });
  await seedLines(service, id, lines);
  return `/sessions/${id}/timeline`;
}

describe("a picture of a transcript", () => {
  it("has its content type, from a prompt and from tool results", async () => {
    const [red, blue] = [drawPng(4, [255, 0, 0]), drawPng(5, [0, 0, 255])];
    const path = await seeded([
      claudeUser([{ type: "text", text: "See" }, claudeImage(red)]),
      claudeUser([claudeResult("one", [claudeImage(red)]), claudeResult("two", [claudeImage(blue)])]),
    ]);
    const prompt = await fetchPicture(`${path}/0/0/pictures/0`);
    expect(prompt.status).toBe(200);
    expect(Object.fromEntries(prompt.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=600",
    });
    expect(Buffer.from(await prompt.arrayBuffer())).toEqual(red);
    const second = await fetchPicture(`${path}/1/1/pictures/0`);
    expect(Buffer.from(await second.arrayBuffer())).toEqual(blue);
  });

  it("comes from another thread if it is large", async () => {
    const large = Buffer.concat([drawPng(4, [1, 2, 3]), Buffer.alloc(1_000_000, 7)]);
    const path = await seeded([claudeUser([claudeImage(large)])]);
    const answer = await fetchPicture(`${path}/0/0/pictures/0`);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(large);
    expect((await fetchPicture(`${path}/0/0/pictures/1`)).status).toBe(404);
  });

  it("is missing if the bytes are anything else, whatever type they claim", async () => {
    const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>");
    const path = await seeded([claudeUser([claudeImage(script)])]);
    expect((await fetchPicture(`${path}/0/0/pictures/0`)).status).toBe(404);
  });

  it.each(["/0/0/pictures/1", "/0/1/pictures/0", "/7/0/pictures/0", "/0/0/pictures/-1", "/0/0/pictures/x"])(
    "does not exist at %s",
    async (place) => {
      const path = await seeded([claudeUser([claudeImage(drawPng(2, [0, 0, 0]))])]);
      const answer = await fetchPicture(`${path}${place}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: "Not Found", messages: [expect.any(String)] });
    },
  );

  it("is refused to other sites' pages and to keys", async () => {
    const path = await seeded([claudeUser([claudeImage(drawPng(2, [0, 0, 0]))])]);
    expect((await service.call("GET", `${path}/0/0/pictures/0`)).status).toBe(404);
    const foreign = await fetchPicture(`${path}/0/0/pictures/0`, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
  });
});

it("a picture of a subagent works like one of the session", async () => {
  const { id } = await restedSession(service, "#script say Done.", { agent_runtime: "claude_code" });
  const png = drawPng(3, [9, 9, 9]);
  const { body } = await service.call<{ subagent_transcript: { id: number } }>(
    "POST",
    `/sessions/${id}/subagent_transcripts`,
    { agent_id: "a", transcript: `${JSON.stringify(claudeUser([claudeImage(png)]))}\n` },
  );
  const path = `/sessions/${id}/subagent_transcripts/${body.subagent_transcript.id}/timeline`;
  const answer = await fetchPicture(`${path}/0/0/pictures/0`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
  expect((await fetchPicture(`${path}/1/0/pictures/0`)).status).toBe(404);
});
