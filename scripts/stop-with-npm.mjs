import { readFileSync } from 'node:fs'

/** The name of a program that runs, and its parent, where there is /proc. */
function readProcess(pid) {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent }
  } catch {
    return {}
  }
}

/** npm, and the shell between it and the script where that stays. */
function listStarters() {
  const { name, parent } = readProcess(process.ppid)
  return /^(sh|dash|bash)$/.test(name) ? `${process.ppid} ${parent}` : `${process.ppid}`
}

/** npm passes SIGTERM to a shell that dies of it without telling the script, which then has another parent; so it, or the shell, has when either is killed. */
export function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return
  const starters = listStarters()
  setInterval(() => listStarters() !== starters && stop(), 250).unref()
}
