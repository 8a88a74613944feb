import type { NextFunction, Request, Response } from "express";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Refusal } from "../lib/errors.ts";
import { serveApp } from "./app-test-bed.ts";
import { errorHandler, toRefusal } from "./error-handler.ts";
import { operation } from "./model.ts";
import { endpoints } from "./mount.ts";

const fault = (status: number, more: object = {}): Error =>
  Object.assign(new Error("inner words"), { status, ...more });

describe("toRefusal", () => {
  it("returns a refusal unchanged", () => {
    const refusal = new Refusal({ status: 409, label: "Conflict", messages: ["Taken"] });
    expect(toRefusal(refusal, () => expect.unreachable())).toBe(refusal);
  });

  it.each([
    ["a request that Express cannot take", fault(400), 422, "The request could not be read"],
    ["a file that is not there", fault(404), 404, "There is nothing at this address"],
    ["a part that a file does not have", fault(416), 416, "The file has no such part"],
    ["a file that is not for others", fault(403), 404, "There is nothing at this address"],
  ])(
    "reports %s as the caller's fault, with our own message, and logs nothing",
    (_title, error, status, message) => {
      const refusal = toRefusal(error, () => expect.unreachable());
      expect([refusal.status, refusal.message]).toEqual([status, message]);
    },
  );

  it.each(["ENOSPC", "EDQUOT", "SQLITE_FULL"])("reports a disk without space: %s", (code) => {
    const inner = Object.assign(new Error("inner words"), { code });
    for (const error of [inner, new Error("around", { cause: inner })]) {
      const { status, message } = toRefusal(error, () => expect.unreachable());
      expect([status, message]).toEqual([507, expect.stringMatching(/^The disk is full/)]);
    }
  });

  it.each(["SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"])(
    "asks for another try where the database is busy: %s",
    (code) => {
      const inner = Object.assign(new Error("database is locked"), { code });
      for (const error of [inner, new Error("around", { cause: inner })]) {
        const { status, message, extra } = toRefusal(error, () => expect.unreachable());
        expect([status, message, extra]).toEqual([
          503,
          expect.stringMatching(/^Another program is writing/),
          { retry_after: 1 },
        ]);
      }
    },
  );

  it.each([
    ["an error", new Error("a secret of ours")],
    ["a server fault with a status", fault(503)],
    ["a status that is no number", fault("400" as unknown as number)],
    ["something thrown that is no error", "a secret of ours"],
    ["nothing at all", undefined],
  ])("reports %s as a bug, with details only in the log", (_title, error) => {
    const logged: unknown[] = [];
    const refusal = toRefusal(error, (cause) => void logged.push(cause));
    expect([refusal.status, refusal.toJSON().message]).toEqual([
      500,
      "Something went wrong. The service's log has the details.",
    ]);
    expect(logged).toEqual([error]);
  });
});

describe("a request that fails", () => {
  it.each([
    ["is a bug", false, 50, 500],
    ["is none once the service stops", true, 30, 503],
  ])("%s to the log and to the caller", (_title, stopped, level, status) => {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(line) });
    const stopping = new AbortController();
    if (stopped) stopping.abort();
    const statuses: number[] = [];
    const response = {
      headersSent: false,
      setHeader: () => {},
      status(code: number) {
        statuses.push(code);
        return { json: () => {} };
      },
    };
    const handle = errorHandler(log, stopping.signal);
    const next: NextFunction = () => expect.unreachable();
    handle(new TypeError("Closed"), { path: "/" } as Request, response as unknown as Response, next);
    expect(statuses).toEqual([status]);
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([level]);
  });

  it.each(["/doors/7/sbe_secret", "/doors/7/sbe_secret/", "/doors/7/sbe_secret?q=1"])(
    "is logged without the token in its path: %s",
    async (path) => {
      const declared = operation({
        id: "open",
        method: "get",
        path: "/doors/{id}/{token}",
        summary: "Opens",
        callers: ["anyone"],
        params: z.object({ id: z.string(), token: z.string() }),
        response: z.object({}),
      });
      const broken = () => {
        throw new TypeError("Broken");
      };
      await using app = await serveApp({ endpoints: endpoints({ declared }, { declared: broken }) });
      expect((await app.send("GET", `/api/v1${path}`)).status).toBe(500);
      expect(app.logged).toMatchObject([{ method: "GET", path: "/api/v1/doors/7/:token" }]);
    },
  );
});
