const key = 'vakt.sidebar'
const root = document.documentElement

/** As it was chosen in this browser; without a choice the width of the window decides, see global.css. */
export function applySideBarWidth(): void {
  const kept = localStorage.getItem(key)
  if (kept) root.dataset.sidebar = kept
}

/** Shows the names of the screens beside their icons, or hides them; remembered in this browser. */
export function toggleSideBar(): void {
  const isWide = Number.parseFloat(getComputedStyle(root).getPropertyValue('--vakt-sidebar-width')) > 100
  localStorage.setItem(key, isWide ? 'narrow' : 'wide')
  applySideBarWidth()
}
