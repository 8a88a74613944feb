/** Shows what the push service brings and opens what it is about, and a page of its own where the service is away. */

/** What is answered by the service is never kept: this is the only page that stands here. */
const awayPage = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Signalbox is not reachable</title>
<style>:root{color-scheme:light dark}body{margin:0;display:grid;place-content:center;gap:.5rem;min-height:100vh;
padding:1.5rem;text-align:center;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#f6f6f8,#101114);
color:light-dark(#1a1b20,#ececf0)}h1{margin:0;font-size:1.1875rem}p{margin:0 0 .5rem}
a{justify-self:center;padding:.5rem 1rem;border-radius:6px;background:#4350cf;color:#fff;text-decoration:none}</style>
<h1>Signalbox is not reachable</h1><p>Is its machine on, and are you in the same network?</p>
<a href="">Try again</a></html>`;

const away = () => new Response(awayPage, { headers: { "content-type": "text/html; charset=utf-8" } });

/** A path of the board; whatever else it says leads to the board itself. */
function ownAddress(path) {
  const address = URL.parse(path, self.location.origin);
  return address?.origin === self.location.origin ? address : new URL(self.location.origin);
}

async function openBoard(path) {
  const { href, pathname } = ownAddress(path);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (page === undefined) return self.clients.openWindow(href);
  // The board moves by itself, so that nothing that is being written there is lost.
  page.postMessage({ open: pathname });
  return page.focus();
}

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(away));
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

/** The push service replaced the subscription: the service is told the new one, or nothing would come any more. */
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
