const kept = ['vakt.language', 'vakt.color-scheme']
/** The sign-in library removes its own, and needs them until it has. */
const ofSignIn = /^vakt\.(user:|sign-in\.|silent-redirect-tried$)/

/** What Vakt has kept of its user in this browser, but for the language and the theme. */
export function forgetThisBrowser(storages: Storage[] = [localStorage, sessionStorage]): void {
  for (const storage of storages) {
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const name of names) if (name.startsWith('vakt.') && !kept.includes(name) && !ofSignIn.test(name)) storage.removeItem(name)
  }
}
