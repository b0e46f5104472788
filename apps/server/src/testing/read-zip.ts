import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The files of a ZIP archive by name; throws where it is damaged. */
export async function readZip(content: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await yauzl.fromBufferPromise(content)
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}
