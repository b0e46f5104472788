import { setTimeout as wait } from 'node:timers/promises'
import type { Action, Machine } from '#agent/machine.ts'
import { appcmd, parseAppcmd } from './list-sites.ts'
import { parseServiceState } from './list-windows-services.ts'
import type { RunSystemProgram } from './run-system-program.ts'

/** `sc start` answers before the service runs. */
const startMs = 30_000
const lookMs = 500
const stateNames = ['', 'stopped', 'starting', 'stopping', 'running', 'continuing', 'pausing', 'paused']

function startService(run: RunSystemProgram): Action {
  const stateOf = async (name: string) => stateNames[parseServiceState(await run('sc.exe', ['query', name])) ?? 0] || 'unknown'
  return {
    stateOf,
    async act(name) {
      if ((await stateOf(name)) === 'running') return
      await run('sc.exe', ['start', name])
      for (let waited = 0; waited < startMs && (await stateOf(name)) === 'starting'; waited += lookMs) await wait(lookMs)
    },
    isWanted: (state) => state === 'running',
  }
}

/** `element` is that of appcmd's XML; the name is compared with what it lists, and is one word of what is run. */
function changeIis(run: RunSystemProgram, kind: 'site' | 'apppool', restarts: boolean): Action {
  const element = kind === 'site' ? 'SITE' : 'APPPOOL'
  const stateOf = async (name: string) =>
    parseAppcmd(await run(appcmd, ['list', kind, '/xml']), element).find((found) => found.name === name)?.state ?? 'unknown'
  return {
    stateOf,
    async act(name) {
      const target = `/${kind}.name:${name}`
      const state = await stateOf(name)
      if (restarts && state === 'running') await run(appcmd, ['stop', kind, target])
      else if (state === 'running') return
      await run(appcmd, ['start', kind, target])
    },
    isWanted: (state) => state === 'running',
  }
}

/** What the agent does on Windows. */
export const windowsActions = (run: RunSystemProgram): Machine['actions'] => ({
  start_windows_service: startService(run),
  start_iis_website: changeIis(run, 'site', false),
  start_iis_app_pool: changeIis(run, 'apppool', false),
  restart_iis_app_pool: changeIis(run, 'apppool', true),
})
