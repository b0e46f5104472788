import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whole or not at all, also when the power goes: the content is on disk before it takes the name. */
export function writeWhole(file: string, content: string): void {
  const handle = openSync(`${file}.next`, 'w', 0o600)
  try {
    // `writeSync` may write less than all on a nearly full disk and throw nothing.
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(`${file}.next`, file)
  // Windows has no folders to be opened; its file system keeps the order itself.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Undefined where there is no such file, or one that is not whole. */
export function readKept<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
