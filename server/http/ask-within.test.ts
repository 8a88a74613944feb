import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { askWithin } from "./ask-within.ts";

const form = { method: "POST", headers: { "content-type": "text/plain" }, body: "grüße" };

it("passes a complete request and its answer without a port", async () => {
  const answer = await askWithin(
    (request, response) => {
      const { method, url, headers } = request;
      response.statusCode = 418;
      response.setHeader("content-type", "application/json");
      text(request).then(
        (body) => response.end(JSON.stringify({ method, url, host: headers.host, body })),
        () => request.socket.destroy(),
      );
    },
    "https://192.168.1.20:3443/oauth/token?a=b",
    form,
  );
  expect(answer.status).toBe(418);
  expect(await answer.json()).toEqual({
    method: "POST",
    url: "/oauth/token?a=b",
    host: "192.168.1.20:3443",
    body: "grüße",
  });
});

it("fails if the handler closes the connection", async () => {
  const asked = askWithin((request) => void request.socket.destroy(), "http://here.invalid/", form);
  await expect(asked).rejects.toThrow();
});
