import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const former = 'former'
const enrolmentFile = 'enrolment.json'
/** What an agent keeps beside its log and the key with which an enrolment was begun. */
const kept = ['state.json', 'commands.json', 'command-key.json', 'configuration.json', 'events.json', 'services.json', 'spool']

/**
 * Moves what an agent of this machine left into `former`, in place of what was there: its numbers, keys and settings mean nothing to the next
 * agent. Its enrolment goes first, so that no agent runs with a part of the rest. Ended at any point, it does the remainder the next time.
 */
export function putStateAside(folder: string): void {
  const aside = join(folder, former)
  const names = [enrolmentFile, ...kept].filter((name) => existsSync(join(folder, name)))
  if (names.length === 0) return
  if (names[0] === enrolmentFile) rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of names) {
    rmSync(join(aside, name), { recursive: true, force: true })
    renameSync(join(folder, name), join(aside, name))
  }
}
