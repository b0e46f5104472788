import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Account } from './embedded-account.ts'

/** A zombie counts as gone: in containers no one may ever collect it. */
export function isProcessAlive(pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !describeProcess(pid).isZombie
}

export function isPostgresProcess(pid: number) {
  if (!isProcessAlive(pid)) return false
  const { name } = describeProcess(pid)
  return name === undefined || name.includes('postgres')
}

function describeProcess(pid: number): { name?: string; isZombie: boolean } {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, name = '', state = ''] = /\((.*)\) (\S)/s.exec(stat) ?? []
      return { name, isZombie: state === 'Z' || state === 'X' }
    }
    if (process.platform === 'win32') return { isZombie: false }
    const [state = '', name = ''] = execFileSync('ps', ['-o', 'stat=,comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
    return { name, isZombie: state.startsWith('Z') }
  } catch {
    return { isZombie: false }
  }
}

/** PostgreSQL must not see the PG… variables or a locale that is not installed; Windows needs its own variables to load programs. */
export const cleanEnvironment = process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export type Outcome = { code: number | null; output: string }

export function runProgram(
  program: string,
  args: string[],
  options: { account?: Account | undefined; cwd?: string } = {},
): Promise<Outcome> {
  const { account, cwd = '/' } = options
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...account, cwd, env: cleanEnvironment, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
