// Runs before the first paint, so that neither theme nor language flashes.
;(() => {
  const root = document.documentElement
  const scheme = localStorage.getItem('vakt.color-scheme')
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const language = localStorage.getItem('vakt.language') ?? navigator.language
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  root.lang = language.toLowerCase().startsWith('sv') ? 'sv' : 'en'
})()
