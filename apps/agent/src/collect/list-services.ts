import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Service } from '#agent/machine.ts'

const run = promisify(execFile)
const stateOf = (active: string | undefined): Service['state'] =>
  active === 'active' ? 'running' : active === 'inactive' || active === 'failed' ? 'stopped' : 'other'

/** One that an administrator enables or starts; units that others start and end with their work, such as those of logins, come and go. */
const isLasting = (name: string, fileState = ''): boolean =>
  name.includes('@') ? fileState.startsWith('enabled') : /^(enabled|disabled|linked|masked|generated)/.test(fileState)

/** What `systemctl show` says of units: data, not a table that is cut and coloured. */
export function parseSystemctl(text: string): Service[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const))
    const name = fields.get('Id')?.replace(/\.service$/, '')
    if (!name || fields.get('LoadState') === 'not-found') return []
    const state = stateOf(fields.get('ActiveState'))
    return [{ name: name.slice(0, 256), state, ...(isLasting(name, fields.get('UnitFileState')) && { isLasting: true }) }]
  })
}

/** Every service that systemd has in memory, those that are stopped too, and those of these names wherever their unit is. */
export async function listServices(systemctl: string, names: readonly string[] = []): Promise<Service[]> {
  const show = async (units: readonly string[]) => {
    const words = ['show', '--all', '--property=Id,ActiveState,LoadState,UnitFileState', '--no-pager', '--', '*.service', ...units]
    return (await run(systemctl, words, { timeout: 20_000, maxBuffer: 16_000_000, env: { LC_ALL: 'C' } })).stdout
  }
  const units = names.map((name) => `${name}.service`)
  // A name that systemd does not take hinders none of the others.
  const text = await show(units).catch((error: Error) => {
    if (units.length === 0) throw error
    return show([])
  })
  const services = new Map(parseSystemctl(text).map((service) => [service.name, service] as const))
  return [...services.values()].slice(0, 10_000)
}
