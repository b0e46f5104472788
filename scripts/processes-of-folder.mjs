import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * The processes that have this folder in their arguments or, as TMPDIR, in their environment, without this one. Empty where there is no `/proc`.
 * @param {string} folder
 * @returns {{ pid: number, args: string, program: string }[]}
 */
export function listProcessesOf(folder) {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), args: read(name, 'cmdline'), environment: read(name, 'environ') }))
    .filter(({ args, environment }) => args.includes(folder) || environment.includes(folder))
    .map(({ pid, args }) => ({ pid, args, program: readProgram(pid) }))
}

/** Empty for a process that has ended meanwhile, and for one of another user. */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function readProgram(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return ''
  }
}
