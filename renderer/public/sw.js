/**
 * Keeps the app's own files, so that the board opens while the service is away, and shows push notifications. The board's
 * data is kept by the page itself (renderer/lib/stored-answers.ts); here it is only deleted when a sign-in ends.
 */

// Signs what the worker asks of the board's API (build/page-preloads.mjs).
importScripts("/page-signer.js");

const appCache = "signalbox-app";
const answerCaches = "signalbox-answers-";
const fileList = "/offline-files.json";
/** Where the page is kept, whichever address it was opened with. */
const pageAddress = "/";
/** Present in the board's page of every build, and absent from a sign-in page. */
const boardMarker = 'name="last-event-id"';

/** Pages of the board. Everything else, such as /oauth and a launch link, goes to the service and is never kept. */
const boardPath = /^\/(?:$|(?:inbox|more|sessions|settings|triggers|welcome)(?:\/[^.]*)?$)/;
const signInPath = /^\/(?:sign-in|pair)(?:\/|$)/;

/** Shown where nothing is kept. */
const unreachablePage = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Signalbox is unreachable</title>
<style>:root{color-scheme:light dark}body{margin:0;display:grid;place-content:center;gap:.5rem;min-height:100vh;
padding:1.5rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f6f6f8,#101114);
color:light-dark(#1a1b20,#ececf0)}h1{margin:0;font-size:1.1875rem}p{margin:0 0 .5rem}
a{justify-self:center;padding:.5rem 1rem;border-radius:6px;background:#4350cf;color:#fff;text-decoration:none}</style>
<h1>Signalbox is unreachable</h1><p>Check that its computer is on and that you are on the same network.</p>
<a href="">Try again</a></html>`;

const respondUnreachable = () =>
  new Response(unreachablePage, { headers: { "content-type": "text/html; charset=utf-8" } });

/** Resolves a path of the board; any other address leads to the board's first page. */
function ownAddress(path) {
  const address = URL.parse(path, self.location.origin);
  return address?.origin === self.location.origin ? address : new URL(self.location.origin);
}

async function openBoard(path) {
  const { href, pathname } = ownAddress(path);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (page === undefined) return self.clients.openWindow(href);
  // The board navigates without reloading, so that nothing being written there is lost.
  page.postMessage({ open: pathname });
  return page.focus();
}

/** Deletes what the board showed to whoever was signed in. */
async function forgetAnswers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(answerCaches)).map((name) => caches.delete(name)));
}

async function fetchFresh(address, accept) {
  const response = await fetch(address, { cache: "no-store", headers: { accept } });
  return response.ok && !response.redirected ? response : null;
}

/** The page that the service serves now, with the list of its files; null if they cannot be had, or are of two builds. */
async function servedApp() {
  const [page, list] = await Promise.all([
    fetchFresh(pageAddress, "text/html"),
    fetchFresh(fileList, "application/json"),
  ]);
  if (!page || !list) return null;
  const html = await page.text();
  const { files } = await list.json();
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];
  if (!html.includes(boardMarker) || !files.includes(entry)) return null;
  const policy = page.headers.get("content-security-policy") ?? "default-src 'self'";
  return { html, files, policy, entry };
}

const keptFiles = async (cache) => (await (await cache.match(fileList))?.json())?.files ?? [];

/** Keeps the app that is served now. The page is kept last, so that it never lacks a file. */
async function keepApp() {
  const app = await servedApp();
  if (!app) return null;
  const cache = await caches.open(appCache);
  const present = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const file of app.files) if (!present.has(file)) await cache.add(file);
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": app.policy };
  await cache.put(pageAddress, new Response(app.html, { headers }));
  const earlier = await keptFiles(cache);
  if (earlier.join() !== app.files.join()) {
    await cache.put(fileList, new Response(JSON.stringify({ files: app.files })));
    // Pages of the build before may still be open; older files are of no use.
    const needed = new Set([...app.files, ...earlier, pageAddress, fileList]);
    for (const path of present) if (!needed.has(path)) await cache.delete(path);
  }
  return app.entry;
}

/** The kept page, marked as such; null if there is none. */
async function keptPage() {
  const kept = await caches.match(pageAddress, { cacheName: appCache });
  if (!kept) return null;
  const html = (await kept.text()).replace(
    "</head>",
    () => '<meta name="signalbox-kept-page" content="" /></head>',
  );
  return new Response(html, { headers: kept.headers });
}

/** The service's page if it answers; a redirect leads to a sign-in, since the last one has ended. */
async function boardPage(event) {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (response.type === "opaqueredirect") event.waitUntil(forgetAnswers());
    return response;
  } catch {
    return (await keptPage()) ?? respondUnreachable();
  }
}

const fetchOrUnreachable = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return respondUnreachable();
  }
};

/** The names of files change with their content. */
const appFile = async (request) =>
  (await caches.match(request, { cacheName: appCache, ignoreVary: true })) ?? fetch(request);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Requests for data do not wait for the worker to start, where the browser knows of routes.
  try {
    const routes = ["/ui/*", "/up"].map((urlPattern) => ({ condition: { urlPattern }, source: "network" }));
    event.addRoutes?.(routes)?.catch?.(() => {});
  } catch {
    // They only save time.
  }
});

self.addEventListener("activate", (event) => {
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([preload, self.clients.claim()]));
});

/** A page asks to keep the app once it has loaded; it is told which build is kept. */
self.addEventListener("message", (event) => {
  if (event.data?.keep !== "app") return;
  const answer = (kept) => event.source?.postMessage({ kept });
  event.waitUntil(keepApp().then(answer, () => answer(null)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode !== "navigate") {
    if (pathname.startsWith("/assets/")) event.respondWith(appFile(request));
  } else if (boardPath.test(pathname)) event.respondWith(boardPage(event));
  else if (signInPath.test(pathname)) {
    event.waitUntil(forgetAnswers());
    event.respondWith(fetchOrUnreachable(event));
  }
});

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const look = { body, tag, icon: "/icon.svg", data: { url } };
  event.waitUntil(self.registration.showNotification(title, look));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openBoard(event.notification.data.url));
});

/** Sends a replaced subscription to the service; otherwise notifications would stop. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const target = "/ui/v1/push_delivery/browsers";
  const body = JSON.stringify({ endpoint, keys });
  const send = async () => {
    const signed = await signalboxSigner.headers("POST", target, body);
    return fetch(target, {
      method: "POST",
      headers: { "content-type": "application/json", ...signed },
      body,
    });
  };
  if (signalboxSigner.renew(await send())) await send();
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
