import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const cache = join(root, '.cache')

/** Its message is one clear sentence for the person at the terminal. */
export class Stop extends Error {}

export const say = (line) => console.log(line)

/** The pinned Node that npm installed; the one that runs these scripts may be older. */
export function findPinnedNode() {
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const pinned = join(root, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  throw new Stop(
    `Vakt needs Node 24, and npm has none for ${process.platform} ${process.arch}: install Node 24 and run this again with it.`,
  )
}

export const inSeconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Runs a script's main function; a Stop becomes its sentence and exit code 1. */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
