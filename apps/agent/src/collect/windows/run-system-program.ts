import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeOutput } from './decode-output.ts'

/** Runs a program of Windows itself, by its whole path and with its words one by one, never by a shell; what it wrote. */
export type RunSystemProgram = (program: string, words: readonly string[]) => Promise<string>

const run = promisify(execFile)

export function createSystemRunner(systemRoot: string): RunSystemProgram {
  const folder = join(systemRoot, 'System32')
  const options = { timeout: 60_000, maxBuffer: 64_000_000, windowsHide: true, shell: false, cwd: folder, encoding: 'buffer' as const }
  return async (program, words) => {
    try {
      return decodeOutput((await run(join(folder, program), [...words], options)).stdout)
    } catch (error) {
      const { code, stdout, stderr, message } = error as { code?: unknown; stdout?: Buffer; stderr?: Buffer; message: string }
      const said = [stderr, stdout].map((bytes) => (bytes ? decodeOutput(bytes).trim() : '')).find((text) => text !== '')
      throw Object.assign(new Error((said ?? message).slice(0, 500)), { code })
    }
  }
}
