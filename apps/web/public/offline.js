// The language and the theme that the user chose, as the portal does before its first paint.
;(() => {
  const root = document.documentElement
  const scheme = localStorage.getItem('vakt.color-scheme')
  const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const language = localStorage.getItem('vakt.language') ?? navigator.language
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  root.lang = language.toLowerCase().startsWith('sv') ? 'sv' : 'en'
  const reload = () => location.reload()
  addEventListener('online', reload)
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', reload)
})()
