import { appendFileSync, renameSync, statSync } from 'node:fs'

const mostBytes = 1_000_000

/** Lines into a file, which is kept below a size: what is older goes to `.old`. A service of Windows has nobody who reads its output. */
export function createLogFile(file: string): (line: string) => void {
  return (line) => {
    try {
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) renameSync(file, `${file}.old`)
      appendFileSync(file, line)
    } catch {
      // A full disk does not stop the agent.
    }
  }
}
