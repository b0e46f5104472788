const dotted = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><circle cx="22" cy="10" r="9" fill="#D92D20"/></svg>`

/** Puts a count before the name of the tab, such as `(2) Overview · Vakt`, and a dot on its icon, until the returned function is called. */
export function showTabCount(count: number): () => void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const [title, href] = [document.title, icon?.href]
  const fill = getComputedStyle(document.documentElement).getPropertyValue('--vakt-fill')
  document.title = `(${count}) ${title}`
  if (icon) icon.href = `data:image/svg+xml,${encodeURIComponent(dotted(fill))}`
  return () => {
    if (document.title === `(${count}) ${title}`) document.title = title
    if (icon && href) icon.href = href
  }
}
