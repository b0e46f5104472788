import { spawn } from 'node:child_process'

const mostReason = 300

/**
 * Runs the operator's program with the file as its one argument, without a shell; what it writes goes to the output of this process. Answers why the copy failed, null when
 * it was made.
 */
export function copyElsewhere(program: string, file: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, [file], { stdio: ['ignore', 'inherit', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      said = (said + chunk).slice(-4096)
    })
    child.on('error', (error: NodeJS.ErrnoException) => resolve(`${program} could not be started (${error.code ?? error.message})`))
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(null)
      const lastLine = said.trim().split('\n').at(-1)?.slice(0, mostReason) ?? ''
      resolve(`${program} ended with ${signal ?? code}${lastLine ? ` (${lastLine})` : ''}`)
    })
  })
}
