import { randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeSecretKey, readSecretKeys, type SecretKey } from './secret-key.ts'

/** Where the keys of the embedded database are while `SECRET_KEY` is not set. */
export const keyFileOf = (dataFolder: string) => path.join(dataFolder, 'secret-key')

/** The keys in the data folder, one of which is made at the first start; only the account of the server may read the file. */
export async function readKeyFile(dataFolder: string): Promise<SecretKey[]> {
  const file = keyFileOf(dataFolder)
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const keys = readSecretKeys(stored ?? (await writeKeyFile(file)))
  if (keys.length === 0) throw new Error('is empty')
  return keys
}

/** Complete under another name first, so that a power cut leaves no half key; a second process takes the file of the first. */
async function writeKeyFile(file: string): Promise<string> {
  const scratch = `${file}-${randomBytes(4).toString('hex')}`
  try {
    await writeFile(scratch, `${makeSecretKey(new Date())}\n`, { mode: 0o600, flush: true })
    await link(scratch, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(scratch, { force: true })
  }
  return readFile(file, 'utf8')
}
