import { isImageType } from '@vakt/domain/attachment-file.ts'
import { Invalid } from '#server/platform/errors.ts'
import type { AttachmentContents } from './attachment-store.ts'
import { remakeImage } from './remake-image.ts'

const refusal = (message: string, key: string) => Invalid.field('file', message, key)

const isTextual = (mime: string) => /^text\/|[/+](xml|json)$/.test(mime)

// Tabs, line ends, page breaks and the colours of terminals belong to text; other control characters do not.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

function decodeText(content: Buffer): string {
  const hasMark = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff)
  if (hasMark) return new TextDecoder(content[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(content)
  // Any byte is a character here, so that text in an older encoding counts as text, too.
  return content.toString('latin1')
}

function isJson(content: Buffer): boolean {
  try {
    JSON.parse(content.toString('utf8').replace(/^\ufeff/, ''))
    return true
  } catch {
    return false
  }
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
  if (contentType.startsWith('text/') || contentType === 'application/json') {
    if ((found && !isTextual(found)) || controls.test(decodeText(content))) throw mismatch()
    if (contentType === 'application/json' && !isJson(content)) throw mismatch()
    return { whole: content, preview: null }
  }
  if (found !== contentType) throw mismatch()
  return isImageType(contentType) ? remakeImage(contentType, content, userId) : { whole: content, preview: null }
}
