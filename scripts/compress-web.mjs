import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg)$/
const smallest = 512
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
const compressions = { br: (bytes) => promisify(brotliCompress)(bytes, quality), gz: (bytes) => promisify(gzip)(bytes, { level: 9 }) }

/** Puts a brotli and a gzip copy beside every file of the folder that is the better for it; the server sends them as they are. */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file) {
  const bytes = await readFile(file)
  for (const [ending, compress] of Object.entries(compressions)) {
    const copy = `${file}.${ending}`
    const compressed = bytes.length >= smallest ? await compress(bytes) : bytes
    if (compressed.length < bytes.length) await writeFile(copy, compressed)
    else await rm(copy, { force: true })
  }
}
