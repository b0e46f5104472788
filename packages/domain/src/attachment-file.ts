import { trimEndOf } from './trim-characters.ts'

export const imageTypes = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' } as const

/** No type that a browser or an office program runs: neither SVG nor HTML, and no documents with macros. */
const documentTypes = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  ics: 'text/calendar',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  gz: 'application/gzip',
  tgz: 'application/gzip',
} as const

const types: Record<string, string> = { ...imageTypes, ...documentTypes }

export const attachmentEndings: readonly string[] = Object.keys(types)

/** `app.log.1` and `app.log.12`, as programs that rotate their logs name them. */
const rotatedLog = /\.log\.\d{1,3}$/i

/** For the `accept` of a file field. Browsers show no endings with two dots in their dialogue; what is dropped or pasted is compared by them. */
export const acceptedAttachments = [
  ...new Set(Object.values(imageTypes)),
  ...Object.keys(documentTypes).map((ending) => `.${ending}`),
  ...Array.from({ length: 9 }, (_, index) => `.log.${index + 1}`),
].join(',')

const textTypes: readonly string[] = ['application/json', 'application/yaml', 'message/rfc822']

/** Whether files of this type are text, whatever their first bytes look like. */
export const isTextType = (contentType: string): boolean => contentType.startsWith('text/') || textTypes.includes(contentType)

export const isImageType = (contentType: string): boolean => (Object.values(imageTypes) as string[]).includes(contentType)

const endingOf = (fileName: string) => (/\.([a-z0-9]+)$/i.exec(fileName)?.[1] ?? '').toLowerCase()

/** What a file of this name must be; null for what may not be attached. */
export const attachmentTypeOf = (fileName: string): string | null => {
  if (rotatedLog.test(fileName)) return types.log ?? null
  const ending = endingOf(fileName)
  return Object.hasOwn(types, ending) ? (types[ending] ?? null) : null
}

const mostBytes = 255
const byteLength = (text: string) => new TextEncoder().encode(text).length

/** Cut between characters; the ending stays, for it says what the file is. */
function shorten(name: string): string {
  const ending = endingOf(name)
  const tail = ending ? `.${ending}` : ''
  let kept = ''
  let room = mostBytes - byteLength(tail)
  for (const character of name.slice(0, name.length - tail.length)) {
    room -= byteLength(character)
    if (room < 0) break
    kept += character
  }
  return kept + tail
}

/** Control characters, marks that turn the direction of text or have no width, line separators, half characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]/gu

/** A name as someone gave it, as it may be shown and offered for saving: without folders and unseen characters. Null when nothing is left of it. */
export function cleanFileName(given: string): string | null {
  const written = (given.split(/[/\\]/).at(-1) ?? '')
    .replace(unseen, '')
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
  const name = trimEndOf(written.replace(/^[\s.]+/, ''), /[\s.]/)
  if (name === '') return null
  return byteLength(name) > mostBytes ? shorten(name) : name
}
