export const showKeysEvent = 'vakt-show-keys'

/** Shows every shortcut, as ? does. A menu makes way. */
export function showKeys(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
  dispatchEvent(new Event(showKeysEvent))
}
