import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { cache, root } from './project.mjs'
import { usualSeconds } from './usual-test-times.mjs'

const kept = join(cache, 'test-times.json')

const usualTimes = Object.fromEntries(Object.entries(usualSeconds).map(([file, seconds]) => [file, seconds * 1000]))

/**
 * How long each test file took when it last ran here, else how long it usually takes; in milliseconds by its path in the repository.
 * @returns {Promise<Record<string, number>>}
 */
export const readTestTimes = async () => ({ ...usualTimes, ...(await readMeasured()) })

const readMeasured = async () => readFile(kept, 'utf8').then(JSON.parse, () => ({}))

/** Adds what the reporter of a run measured, by absolute path. Two runs at once may lose what one of them measured: it only decides an order. */
export async function keepTestTimes(times) {
  const measured = Object.fromEntries(Object.entries(times).map(([file, time]) => [relative(root, file), time]))
  const scratch = `${kept}.${process.pid}`
  await mkdir(cache, { recursive: true })
  await writeFile(scratch, JSON.stringify({ ...(await readMeasured()), ...measured }))
  await rename(scratch, kept)
}
