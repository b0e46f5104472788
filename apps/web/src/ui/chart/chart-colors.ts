const attribute = 'data-mantine-color-scheme'
const root = () => document.documentElement

/** Calls back when the colours of the theme are others than before. */
export function onColorsChanged(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(root(), { attributes: true, attributeFilter: [attribute] })
  return () => observer.disconnect()
}
