const attribute = 'data-mantine-color-scheme'
const root = () => document.documentElement

/** Calls back when the colours of the theme are others than before. */
export function onColorsChanged(notify: () => void): () => void {
  const observer = new MutationObserver(notify)
  observer.observe(root(), { attributes: true, attributeFilter: [attribute] })
  return () => observer.disconnect()
}

let beforePrint: string | null = null

function printInLight(): void {
  beforePrint = root().getAttribute(attribute)
  root().setAttribute(attribute, 'light')
}

function restoreColors(): void {
  if (beforePrint) root().setAttribute(attribute, beforePrint)
}

// Paper is white: the colours of the dark theme are too light for it.
addEventListener('beforeprint', printInLight)
addEventListener('afterprint', restoreColors)
