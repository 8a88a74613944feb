import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demoFiles, demoPrompt, demoScenarios } from "../../server/scripted-model/index.ts";
import { openBoard } from "../support/board.ts";
import { rowOf, titlesOn } from "../support/board-page.ts";
import { type Film, filmOf } from "../support/film.ts";
import { askQuestion } from "../support/questions.ts";
import { makeGitRepository } from "../support/repository.ts";
import { type SampleBoard, startSampleBoard } from "../support/sample-board.ts";
import { sampleSessions } from "../support/sample-sessions.ts";
import type { TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { type Shown, useShow } from "./open-page.ts";

/** As GitHub shows it in a README, and small enough to be loaded with it. */
const [width, height] = [1160, 700];
const maxBytes = 1_500_000;
const lastSentence = "greet() now takes an optional name";

const asks = "Set up the nightly export of the invoices.";

let folder: TestFolder;
let sample: SampleBoard;
let asking: number;
const show = useShow(() => sample.service);

beforeAll(async () => {
  folder = await makeTestFolder();
  const waits = {
    matches: /^Set up the nightly export/,
    script: `#script wait_file path=${folder.at("gate")}`,
  };
  sample = await startSampleBoard({ scenarios: [...demoScenarios, waits] });
  const { service } = sample;
  // Those that test layouts say nothing about the product.
  for (const [index, { title, status }] of sampleSessions.entries())
    if (status !== "archived" && /[^ -~]|\S{30}/.test(title))
      await service.call("POST", `/sessions/${index + 1}/archive`);
  await service.call("POST", `/sessions/${sample.ids.failed}/archive`);
  const git_root = await makeGitRepository(join(service.folder, "greeter"), demoFiles);
  await restedSession(service, "#script say The greeter has one function.", {
    title: "Explain the greeter",
    git_root,
  });
  const board = await openBoard(service);
  await board.call("POST", "/repositories/trust", { git_root });
  asking = await askingSession(service, git_root);
}, 300_000);
afterAll(async () => {
  await writeFile(folder.at("gate"), "");
  await sample[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function askingSession(service: TestService, git_root: string): Promise<number> {
  const { id } = await createSession(service, { prompt: asks, title: "Nightly export", git_root });
  await service.waitFor(id, () => JSON.stringify(service.model.requests()).includes(asks));
  await askQuestion(service, id, {
    id: "hour-of-the-export",
    message: "At what time does the export run?",
    requestedSchema: {
      type: "object",
      properties: { hour: { type: "string", title: "Time", enum: ["02:00", "04:00", "06:00"] } },
      required: ["hour"],
    },
  });
  return id;
}

/** Says below the page what it shows. */
const caption = ({ page }: Shown, words: string): Promise<void> =>
  page.evaluate((text) => {
    const id = "film-caption";
    const line = document.getElementById(id) ?? document.body.appendChild(document.createElement("div"));
    line.id = id;
    line.textContent = text;
    line.style.cssText =
      "position:fixed;left:50%;bottom:18px;transform:translateX(-50%);z-index:9999;padding:10px 18px;border-radius:10px;background:#16171b;color:#fff;font:600 17px/1.3 'Inter Variable',sans-serif;white-space:nowrap;pointer-events:none";
  }, words);

async function typeSlowly(board: Shown, film: Film, words: string): Promise<void> {
  for (const part of words.match(/(?:\S+\s*){1,3}/g) ?? []) {
    await board.page.keyboard.type(part);
    await film.shoot(board.page, 220);
  }
}

it("shows a session from its prompt to its changes, in a film for the README", async () => {
  await using board = await show("/");
  const { page } = board;
  await page.setViewportSize({ width, height });
  await using encoder = {
    page: await board.context.newPage(),
    [Symbol.asyncDispose]: () => encoder.page.close(),
  };
  const film = filmOf(encoder.page);
  await rowOf(board, "Nightly export").waitFor();
  expect((await titlesOn(board)).length).toBeGreaterThan(15);
  await caption(board, "All your agents on one page. What needs you comes first.");
  await film.shoot(page, 2_800);

  await page.keyboard.press("n");
  const composer = page.getByRole("dialog", { name: "New session" });
  await composer.waitFor();
  await caption(board, "Say what you want done. Each task gets its own clone.");
  await film.shoot(page, 900);
  await typeSlowly(board, film, demoPrompt);
  await film.shoot(page, 900);

  await page.keyboard.press("ControlOrMeta+Enter");
  await composer.waitFor({ state: "detached" });
  await board.session.transcript.getByText(/I am Signalbox's scripted demo model/).waitFor();
  await caption(board, "The real Claude Code, Codex or pi works, in a sandbox.");
  await film.shoot(page, 1_400);
  await board.session.transcript.getByText("Now I will run the tests for both greetings.").waitFor();
  await film.shoot(page, 1_100);
  await board.session.transcript.getByText(lastSentence).waitFor();
  await board.session.status("Needs you");
  await film.shoot(page, 2_400);

  await page.keyboard.press("c");
  await page.getByText("Hello, ${name}").first().waitFor();
  await caption(board, "Review what it changed, and comment on a line.");
  await film.shoot(page, 2_800);

  await board.open(`/sessions/${asking}`);
  const answer = page.getByRole("button", { name: "Answer", exact: true });
  await answer.waitFor();
  await caption(board, "It asks when it has to. Answer here, or from your phone.");
  await film.shoot(page, 2_800);

  await board.open("/");
  await rowOf(board, "Nightly export").waitFor();
  await caption(board, "Out of quota? Work goes on by itself, in the same conversation.");
  await film.shoot(page, 2_800);

  const bytes = film.develop();
  expect(bytes.length).toBeLessThan(maxBytes);
  expect(await playedFrames(board, bytes)).toBe(film.frameCount());
  const file = process.env["SIGNALBOX_FILM"];
  if (file === undefined) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}, 300_000);

/** How many frames the browser finds in a film. */
const playedFrames = ({ page }: Shown, film: Buffer): Promise<number> =>
  page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const decoder = new ImageDecoder({ type: "image/webp", data });
    await decoder.tracks.ready;
    await decoder.completed;
    const frames = decoder.tracks.selectedTrack?.frameCount ?? 0;
    for (let index = 0; index < frames; index += 1)
      (await decoder.decode({ frameIndex: index })).image.close();
    return frames;
  }, film.toString("base64"));
