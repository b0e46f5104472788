/** What this browser can do about web push. */
type PushSupport = 'unsupported' | 'denied' | 'possible'

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const toBase64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Asks the user, and subscribes this browser. Null: the user does not allow it. A subscription with another key, of another Vakt, is replaced.
 */
export async function subscribeToPush(publicKey: string): Promise<{ endpoint: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  const isOurs = known && toBase64url(known.options.applicationServerKey) === publicKey
  if (known && !isOurs) await known.unsubscribe()
  const subscription = isOurs ? known : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(publicKey) })
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64url(subscription.getKey('p256dh')),
    auth: toBase64url(subscription.getKey('auth')),
  }
}

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const nameIn = (names: [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** How this device is named in the list. */
export const browserOf = (agent: string): { browser: string; system: string } => ({
  browser: nameIn(browsers, agent) ?? 'Browser',
  system: nameIn(systems, agent) ?? '?',
})
