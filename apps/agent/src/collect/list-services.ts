import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Service } from '#agent/machine.ts'

const run = promisify(execFile)
const stateOf = (active: string | undefined): Service['state'] =>
  active === 'active' ? 'running' : active === 'inactive' || active === 'failed' ? 'stopped' : 'other'

/** What `systemctl show` says of units: data, not a table that is cut and coloured. */
export function parseSystemctl(text: string): Service[] {
  return text.split(/\n\n+/).flatMap((block) => {
    const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const))
    const name = fields.get('Id')?.replace(/\.service$/, '')
    return name && fields.get('LoadState') !== 'not-found' ? [{ name: name.slice(0, 256), state: stateOf(fields.get('ActiveState')) }] : []
  })
}

/** Every service of systemd, those that are stopped too. */
export async function listServices(systemctl: string): Promise<Service[]> {
  const words = ['show', '*.service', '--all', '--property=Id,ActiveState,LoadState', '--no-pager']
  const { stdout } = await run(systemctl, words, { timeout: 20_000, maxBuffer: 16_000_000, env: { LC_ALL: 'C' } })
  return parseSystemctl(stdout).slice(0, 10_000)
}
