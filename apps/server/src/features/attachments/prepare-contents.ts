import { isImageType, isTextType } from '@vakt/domain/attachment-file.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { AttachmentContents } from './attachment-store.ts'
import { remakeImage } from './remake-image.ts'

const refusal = (message: string, key: string) => Invalid.field('file', message, key)

const isTextual = (mime: string) => /^text\/|[/+](xml|json)$/.test(mime)

/** NUL (power cuts, UTF-16), BEL, BS, TAB, LF, VT, FF, CR and ESC stand in logs of terminals. */
const controlsOfText = new Set([0, 7, 8, 9, 10, 11, 12, 13, 27])
const maxControlShare = 0.01

/** Whether these are the bytes of a program, a picture or an archive: text has but few other control characters, in any encoding. */
function looksBinary(content: Buffer): boolean {
  let count = 0
  for (const byte of content) if (byte < 32 && !controlsOfText.has(byte)) count += 1
  return count > content.length * maxControlShare
}

function decodeText(content: Buffer): string {
  const encoding =
    content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : content[0] === 0xfe && content[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(content)
}

function isJson(content: Buffer): boolean {
  try {
    JSON.parse(decodeText(content))
    return true
  } catch {
    return false
  }
}

/** Some types are recognised by other bytes than their own name. */
const foundAs: Record<string, string> = { 'application/vnd.ms-outlook': 'application/x-cfb' }
const zipMarks = ['PK\u0003\u0004', 'PK\u0005\u0006']

function isOfType(contentType: string, content: Buffer, found: string | undefined): boolean {
  // Two letters such as BM or MZ begin a picture or a program, and ordinary words, too: then the rest of the text decides.
  if (isTextType(contentType)) return !found || isTextual(found) || !looksBinary(content)
  // Documents and programs may be archives within; every one of them is an archive.
  if (contentType === 'application/zip') return zipMarks.includes(content.toString('latin1', 0, 4))
  return found === (foundAs[contentType] ?? contentType)
}

/** What was uploaded as a file of this type, ready to be kept; `userId` sent it. Throws Invalid where the content is not what the type says. */
export async function prepareContents(contentType: string, content: Buffer, userId: string): Promise<AttachmentContents> {
  if (content.length === 0) throw refusal('The file is empty.', 'attachment.empty')
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(content).catch(() => undefined))?.mime
  const mismatch = () =>
    refusal(
      `The content is not what the name of the file says: expected ${contentType}, found ${found ?? 'something else'}.`,
      'attachment.mismatch',
    )
  if (!isOfType(contentType, content, found)) throw mismatch()
  if (contentType === 'application/json' && !isJson(content)) throw mismatch()
  return isImageType(contentType) ? remakeImage(contentType, content, userId) : { whole: content, preview: null }
}
