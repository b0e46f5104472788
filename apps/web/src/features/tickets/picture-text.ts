import { pictureReference, replacePictures } from '@vakt/domain/text-pictures.ts'

/** The pictures under names that none of the others has: the text tells them apart by these. */
export function withFreeNames(added: readonly File[], files: readonly File[]): File[] {
  const taken = new Set(files.map(({ name }) => name))
  return added.map((file) => {
    const [, stem = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(file.name) ?? []
    let name = file.name
    for (let number = 2; taken.has(name); number += 1) name = `${stem}-${number}${ending}`
    taken.add(name)
    return name === file.name ? file : new File([file], name, { type: file.type })
  })
}

/** The text with pictures where the caret is, each on a line of its own. */
export function insertPictures(text: string, { start, end }: { start: number; end: number }, names: readonly string[]) {
  const [before, rest] = [text.slice(0, start), text.slice(end)]
  const opening = before === '' || before.endsWith('\n') ? '' : '\n'
  const inserted = `${opening}${names.map((name) => `${pictureReference(name)}\n`).join('')}`
  return { text: `${before}${inserted}${rest.replace(/^\n/, '')}`, caret: start + inserted.length }
}

/** The text without the pictures that are not there, such as one whose file was taken away. */
export const keepPictures = (text: string, names: readonly string[]): string =>
  replacePictures(text, (name, whole) => (names.includes(name) ? whole : ''))
