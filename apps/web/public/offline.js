// The language and the theme that the user chose, as the portal does before its first paint; then back as soon as the server answers.
;(() => {
  const root = document.documentElement
  const scheme = localStorage.getItem('vakt.color-scheme')
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const language = localStorage.getItem('vakt.language') ?? navigator.language
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  root.lang = language.toLowerCase().startsWith('sv') ? 'sv' : 'en'
  const reload = () => location.reload()
  addEventListener('online', reload)
  // The browser tells once that there is a network again, which may be before anything can be reached through it.
  let pause = 2000
  const look = async () => {
    const isBack =
      navigator.onLine &&
      (await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
        ({ status }) => status < 500,
        () => false,
      ))
    if (isBack) return reload()
    setTimeout(look, pause)
    pause = Math.min(pause * 2, 30_000)
  }
  setTimeout(look, pause)
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', reload)
})()
