/** Shows push notifications and opens their pages, and shows a page if the service is unreachable. */

/** The only page in the worker: the service's responses are never cached. */
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

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(respondUnreachable));
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
  await fetch("/ui/v1/push_delivery/browsers", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
