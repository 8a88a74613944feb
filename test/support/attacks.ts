/**
 * What a page can try against a service of another origin. Each function runs in the page, so it is self-contained, and
 * returns what the page learned: `nothing` if the browser withheld the answer or there was none.
 */

const creation = JSON.stringify({ prompt: "Planted", git_root: "file:///nowhere" });

/** The parts of a request that can be passed to a page. */
interface Sent {
  method?: string;
  mode?: "no-cors" | "same-origin";
  credentials?: "include";
  headers?: Record<string, string>;
  body?: string;
  keepalive?: boolean;
}

const requests: Record<string, { path: string; init: Sent }> = {
  "reads the sessions": { path: "/ui/v1/sessions", init: {} },
  "reads the sessions with the person's cookie": {
    path: "/ui/v1/sessions",
    init: { credentials: "include" },
  },
  "reads the board's page": { path: "/", init: { credentials: "include" } },
  "reads the API": { path: "/api/v1/sessions", init: { credentials: "include" } },
  "reads the API with a key of its own": {
    path: "/api/v1/sessions",
    init: { headers: { "x-api-key": "guess" } },
  },
  "reads blindly": { path: "/ui/v1/sessions", init: { mode: "no-cors", credentials: "include" } },
  "creates a session with JSON": {
    path: "/ui/v1/sessions",
    init: {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "application/json" },
      body: creation,
    },
  },
  "creates a session with plain text, which needs no leave": {
    path: "/ui/v1/sessions",
    init: {
      method: "POST",
      credentials: "include",
      headers: { "content-type": "text/plain" },
      body: creation,
    },
  },
  "creates a session blindly": {
    path: "/ui/v1/sessions",
    init: { method: "POST", mode: "no-cors", credentials: "include", body: creation },
  },
  "creates a session through the API, blindly": {
    path: "/api/v1/sessions",
    init: { method: "POST", mode: "no-cors", credentials: "include", body: creation },
  },
  "archives a session blindly": {
    path: "/ui/v1/sessions/1/archive",
    init: { method: "POST", mode: "no-cors", credentials: "include" },
  },
  "archives a session as the page goes": {
    path: "/ui/v1/sessions/1/archive",
    init: { method: "POST", mode: "no-cors", credentials: "include", keepalive: true },
  },
  "changes a session": {
    path: "/ui/v1/sessions/1",
    init: {
      method: "PATCH",
      credentials: "include",
      headers: { "content-type": "application/json" },
      body: '{"title":"Mine"}',
    },
  },
  "deletes a session": { path: "/ui/v1/sessions/1", init: { method: "DELETE", credentials: "include" } },
};

export const requestAttacks = Object.entries(requests).map(([name, request]) => ({ name, ...request }));

export async function sendRequest({ url, init }: { url: string; init: Sent }): Promise<string> {
  try {
    const response = await fetch(url, init);
    if (response.type === "opaque" || response.type === "opaqueredirect") return "nothing";
    return `${response.status} ${await response.text()}`;
  } catch {
    return "nothing";
  }
}

/** A frame loads even if the browser refuses to show its content; what counts is whether the content is accessible. */
export function loadElement({ tag, url }: { tag: string; url: string }): Promise<string> {
  const element = document.createElement(tag);
  const attribute = { link: "href", object: "data" }[tag] ?? "src";
  const isFrame = tag === "iframe" || tag === "object" || tag === "embed";
  if (tag === "link") element.setAttribute("rel", "stylesheet");
  return new Promise((resolve) => {
    element.addEventListener("error", () => resolve("nothing"));
    element.addEventListener("load", () => {
      const inside = "contentDocument" in element ? element.contentDocument : null;
      resolve(isFrame && inside === null ? "nothing" : `the ${tag} was loaded`);
    });
    element.setAttribute(attribute, url);
    document.body.append(element);
  });
}

export function listen(url: string): Promise<string> {
  const source = new EventSource(url, { withCredentials: true });
  return new Promise((resolve) => {
    const end = (learned: string) => {
      source.close();
      resolve(learned);
    };
    source.onopen = () => end("the stream is open");
    source.onmessage = ({ data }) => end(String(data));
    source.onerror = () => end("nothing");
  });
}

export function connect(url: string): Promise<string> {
  const socket = new WebSocket(url);
  return new Promise((resolve) => {
    socket.onopen = () => resolve("the socket is open");
    socket.onerror = () => resolve("nothing");
  });
}

/** As plain text, the form's only field is valid JSON. In a sandbox, its origin is `null`. */
export function postForm({
  url,
  enctype,
  sandbox,
}: {
  url: string;
  enctype: string;
  sandbox: boolean;
}): void {
  const frame = document.createElement("iframe");
  const field = `<input name='{"prompt":"Planted","git_root":' value='"file:///nowhere"}'>`;
  const form = `<form method="post" action="${url}" enctype="${enctype}">${field}</form>`;
  if (sandbox) frame.setAttribute("sandbox", "allow-scripts allow-forms");
  frame.srcdoc = `${form}<script>document.forms[0].submit()</script>`;
  document.body.append(frame);
}
