import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { unzip } from "../../server/domains/surfaces/archive/archive-test-bed.ts";
import type { ArchiveStatus } from "../../server/domains/surfaces/archive/model.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let sessionId: number;
let status: ArchiveStatus;

beforeAll(async () => {
  service = await startTestService({ environment: { SERVICE_ARCHIVE_SECONDS: "0.2" } });
  ({ id: sessionId } = await restedSession(service, "#script say Packed."));
  await createSession(service);
  status = await statusWhere(({ session_count, stale }) => session_count === 2 && !stale);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Asks until the archive is as wanted; the test's own time limit ends it. */
async function statusWhere(wanted: (status: ArchiveStatus) => boolean): Promise<ArchiveStatus> {
  for (;;) {
    const answer = await service.call<ArchiveStatus>("GET", "/transcript_archive/status");
    if (answer.status === 200 && wanted(answer.body)) return answer.body;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const download = (headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/v1/transcript_archive/download`, {
    headers: { "x-api-key": service.key, ...headers },
  });

proves("E142", "R205")("reports its age, size and completeness", () => {
  expect(status).toEqual({
    state: "present",
    generated_at: expect.stringMatching(/Z$/),
    session_count: 2,
    file_size_bytes: expect.any(Number),
    stale: false,
    stale_reason: null,
    complete: true,
    deferred_count: 0,
    incomplete_reason: null,
  });
});

proves("E141", "R205")("is a zip of every session with its transcript", async () => {
  const response = await download();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-archive-generated-at": expect.stringMatching(/Z$/),
    "x-archive-session-count": "2",
    "x-archive-stale": "false",
    "accept-ranges": "bytes",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(Number(response.headers.get("content-length"))).toBe(bytes.byteLength);
  const path = join(service.folder, "archive.zip");
  await writeFile(path, bytes);
  const files = await unzip(path);
  const manifest = JSON.parse(files["manifest.json"] ?? "") as { session_ids: number[] };
  expect(manifest.session_ids).toContain(sessionId);
  const session = JSON.parse(files[`sessions/${sessionId}.json`] ?? "") as { transcript: string };
  const { body } = await service.call<{ session: { transcript: string } }>(
    "GET",
    `/sessions/${sessionId}?include_transcript=true`,
  );
  expect(session.transcript).toBe(body.session.transcript);
  expect(session.transcript).toContain("Packed.");
});

proves("E141")("supports ranges, so that a download can be resumed", async () => {
  const first = await download();
  const etag = first.headers.get("etag") ?? "";
  const whole = Buffer.from(await first.arrayBuffer());
  const part = await download({ range: "bytes=10-", "if-range": etag });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe(`bytes 10-${whole.byteLength - 1}/${whole.byteLength}`);
  expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(10))).toBe(true);
  const ofAnother = await download({ range: "bytes=10-", "if-range": '"transcripts-1.zip"' });
  expect([ofAnother.status, Number(ofAnother.headers.get("content-length"))]).toEqual([
    200,
    whole.byteLength,
  ]);
  await ofAnother.arrayBuffer();
  const beyond = await download({ range: `bytes=${whole.byteLength}-` });
  expect(beyond.status).toBe(416);
  expect(await beyond.json()).toMatchObject({ error: "Range Not Satisfiable" });
});

proves("R205")("adds what changes, and removes what is deleted", async () => {
  const { id } = await createSession(service);
  await statusWhere(({ session_count, stale }) => session_count === 3 && !stale);
  await service.call("DELETE", `/sessions/${id}`);
  await statusWhere(({ session_count, stale }) => session_count === 2 && !stale);
});

proves("E43", "R205")("includes a subagent that was posted to an otherwise unchanged session", async () => {
  const before = await statusWhere(({ stale }) => !stale);
  const posted = { agent_id: "late", transcript: '{"type":"user"}' };
  await service.call("POST", `/sessions/${sessionId}/subagent_transcripts`, posted);
  await statusWhere(({ stale, file_size_bytes }) => !stale && file_size_bytes > before.file_size_bytes);
});

proves(
  "E141",
  "E142",
  "R205",
)("is 404 before the first build, and says where it will be", async () => {
  await using fresh = await startTestService();
  for (const path of ["status", "download"]) {
    const answer = await fresh.call("GET", `/transcript_archive/${path}`);
    expect(answer).toMatchObject({
      status: 404,
      body: {
        error: "No archive",
        state: "never_built",
        archive_path: join(fresh.folder, "data", "archive"),
      },
    });
  }
});
