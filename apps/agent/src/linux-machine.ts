import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { fullUnitName } from '@vakt/domain/agents/agent-command.ts'
import { listServices } from './collect/list-services.ts'
import { createMachineMetrics } from './collect/machine-metrics.ts'
import { createJournalReader } from './collect/read-journal.ts'
import type { Action, Machine } from './machine.ts'

const run = promisify(execFile)
const options = { timeout: 60_000, maxBuffer: 64 * 1024, shell: false, cwd: '/', env: { LC_ALL: 'C' } }
const identifyingFiles = ['/etc/machine-id', '/sys/class/dmi/id/product_uuid']

/** Restarts a unit of systemd, if polkit lets the user of the agent. */
export const restartUnit = (systemctl: string): Action => ({
  async stateOf(name) {
    const words = ['show', fullUnitName(name), '--property=ActiveState', '--value', '--no-pager']
    return (await run(systemctl, words, options)).stdout.trim()
  },
  async act(name) {
    await run(systemctl, ['--no-ask-password', 'restart', '--', fullUnitName(name)], options)
  },
  isWanted: (state) => state === 'active' || state === 'activating',
})

export async function createLinuxMachine({ systemctl, journalctl }: { systemctl: string; journalctl: string }): Promise<Machine> {
  return {
    platform: 'linux',
    identifyingTexts: () =>
      Promise.all(
        identifyingFiles.map((file) =>
          readFile(file, 'utf8').then(
            (text) => text.trim(),
            () => '',
          ),
        ),
      ),
    measure: await createMachineMetrics(),
    listServices: (names) => listServices(systemctl, names),
    listSites: async () => null,
    readLog: createJournalReader(journalctl),
    problemOfQuery({ queryName, logName, eventID }) {
      if (logName.toLowerCase() !== 'journal') return `${queryName}: on Linux the log is journal, not ${logName}.`
      return eventID === null ? null : `${queryName}: entries of the journal have no event ID.`
    },
    actions: { restart_systemd_unit: restartUnit(systemctl) },
  }
}
