import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** `isPacked`: compressed already, as pictures are. */
export type ZipEntry = { name: string; content: AsyncIterable<Buffer | string>; isPacked?: boolean }

const textAtOnce = 64 * 1024

/**
 * A ZIP archive of the entries, in their order, made while it is read: the next entry is asked for when the one before it has gone in, and its
 * content as the reader takes it.
 */
export async function* packZip(entries: AsyncIterable<ZipEntry>, madeAt: Date): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough({ highWaterMark: textAtOnce }))
  let current: Readable | null = null
  const feed = async () => {
    for await (const { name, content, isPacked = false } of entries) {
      current = Readable.from(content, { objectMode: false, highWaterMark: textAtOnce })
      const read = finished(current, { writable: false })
      zip.addReadStream(current, name, { mtime: madeAt, mode: 0o100600, compress: !isPacked })
      await read
    }
    zip.end()
  }
  zip.on('error', (error) => output.destroy(error))
  const feeding = feed()
  feeding.catch((error: Error) => output.destroy(error))
  try {
    yield* output as AsyncIterable<Buffer>
    await feeding
  } finally {
    // A reader that stops early leaves nothing open.
    ;(current as Readable | null)?.destroy()
    await feeding.catch(() => {})
  }
}
