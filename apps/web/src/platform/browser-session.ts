import { storagePrefix, tokenStorage } from './stored-tokens.ts'

const storageKey = `${storagePrefix}session`

/** What this browser calls itself while someone is signed in: their list of sessions goes by it where the provider names none. */
export function browserSession(): string {
  const storage = tokenStorage()
  const known = storage.getItem(storageKey)
  if (known) return known
  const name = crypto.randomUUID()
  storage.setItem(storageKey, name)
  return name
}
