import { startHeader } from "../../server/domains/access/page-keys/model.ts";
import { text } from "./text.ts";

/** How many bytes of a request were sent, and how many there are. */
export interface Progress {
  sent: number;
  total: number;
}

/** The headers that a caller reads. */
const headersOf = (request: XMLHttpRequest): HeadersInit =>
  ["content-type", startHeader].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });

/** A `fetch` that reports upload progress. */
export const fetchWithProgress = (onProgress: (progress: Progress) => void): typeof fetch =>
  function send(target, init): Promise<Response> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? "GET", target instanceof Request ? target.url : target);
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
      request.onload = () => {
        const { status, responseText: text } = request;
        resolve(new Response(text === "" ? null : text, { status, headers: headersOf(request) }));
      };
      request.onerror = () => reject(new TypeError(text.errors.notSent));
      request.onabort = () => reject(init?.signal?.reason);
      init?.signal?.addEventListener("abort", () => request.abort());
      request.send(init?.body as string);
    });
  };
