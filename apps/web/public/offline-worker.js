// Shows a view that says so when a page finds no network, and web push. It keeps that view and nothing else: no screen, no answer of the server.
// A change of the view is told by another name of its store.
const store = 'vakt-offline-2'
const view = '/offline.html'
const files = [view, '/offline.css', '/offline.js', '/icon.svg']

addEventListener('install', (event) => {
  const keep = async () => (await caches.open(store)).addAll(files.map((file) => new Request(file, { cache: 'reload' })))
  event.waitUntil(keep().then(() => self.skipWaiting()))
})

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== store) await caches.delete(name)
  }
  event.waitUntil(forget())
})

addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url)
  if (event.request.method !== 'GET' || origin !== location.origin || /^\/(api|oidc|ingest|auth|health)\//.test(pathname)) return
  const fromStore = () => caches.match(event.request, { cacheName: store, ignoreSearch: true })
  if (event.request.mode === 'navigate') {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(view, { cacheName: store })) ?? Response.error()))
  } else if (files.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(async () => (await fromStore()) ?? Response.error()))
  }
})

// Web push: the headline of a page, decrypted by the browser. A new one about the same incident takes the place of the one before.
addEventListener('push', (event) => {
  const { headline = 'Vakt', path = '/', tag } = event.data?.json() ?? {}
  event.waitUntil(
    self.registration.showNotification(headline, {
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      tag,
      renotify: Boolean(tag),
      data: { path },
    }),
  )
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data?.path ?? '/', location.origin)
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const [shown] = windows
    if (!shown) return self.clients.openWindow(address)
    await shown.focus()
    // A page of before this worker is not its to lead elsewhere.
    return shown.navigate(address).catch(() => self.clients.openWindow(address))
  }
  if (address.origin === location.origin) event.waitUntil(open())
})
