import { pictureReference, replacePictures } from '@vakt/domain/text-pictures.ts'

/** The text with pictures where the caret is, each on a line of its own. */
export function insertPictures(text: string, { start, end }: { start: number; end: number }, names: readonly string[]) {
  const [before, rest] = [text.slice(0, start), text.slice(end)]
  const opening = before === '' || before.endsWith('\n') ? '' : '\n'
  const inserted = `${opening}${names.map((name) => `${pictureReference(name)}\n`).join('')}`
  return { text: `${before}${inserted}${rest.replace(/^\n/, '')}`, caret: start + inserted.length }
}

/** Puts the pictures where the caret of the field is, and the caret after them before another key can come. */
export function placePictures(area: HTMLTextAreaElement, names: readonly string[]): string {
  const { value, selectionStart: start, selectionEnd: end } = area
  const { text, caret } = insertPictures(value, { start, end }, names)
  area.value = text
  area.setSelectionRange(caret, caret)
  return text
}

/** The text without the pictures that are not there, such as one whose file was taken away. */
export const keepPictures = (text: string, names: readonly string[]): string =>
  replacePictures(text, (name, whole) => (names.includes(name) ? whole : ''))
