// Keeps what the page has fetched, so that it works without a network the next time. A new version
// of the page has a new name for its store.

const STORE = "llamakit $version";

// What a first visit has fetched before this script was there.
const SHELL = ["./", "tables.css", "page.css", "page.js", "table.js", "icon.svg"];

self.addEventListener("install", (event) => {
  const begin = async () => (await caches.open(STORE)).addAll(SHELL);
  event.waitUntil(begin().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("llamakit ") && name !== STORE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

async function answer(request) {
  const store = await caches.open(STORE);
  const kept = await store.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await store.put(request, found.clone());
  return found;
}

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const here = new URL(self.registration.scope);
  if (event.request.method !== "GET" || origin !== here.origin) return;
  if (pathname.startsWith(here.pathname)) event.respondWith(answer(event.request));
});
