import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** systemd in so far as the agent speaks with it: one service, `nginx`, whose state is in a file. */
const systemctlOf = (state: string) => `#!/bin/sh
case "$*" in
  *restart*nginx.service) echo active > ${state} ;;
  *--value*) cat ${state} ;;
  *) printf "Id=nginx.service\\nActiveState=$(cat ${state})\\nLoadState=loaded\\n" ;;
esac
`

/** A machine with the real program of the agent, which reports each second and may restart `nginx`. */
export async function startAgent(server: string, token: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vakt-agent-'))
  const [systemctl, state, allowList] = ['systemctl', 'nginx', 'allow.json'].map((name) => join(folder, name)) as [string, string, string]
  await writeFile(systemctl, systemctlOf(state))
  await chmod(systemctl, 0o755)
  await writeFile(state, 'active\n')
  await writeFile(allowList, JSON.stringify({ restart_systemd_unit: ['nginx'] }), { mode: 0o644 })
  const agent = spawn(process.execPath, ['apps/agent/src/main.ts'], {
    env: {
      ...{ VAKT_AGENT_SERVER: server, VAKT_AGENT_TOKEN: token, VAKT_AGENT_ALLOW: allowList },
      ...{ VAKT_AGENT_STATE: join(folder, 'state'), VAKT_AGENT_SYSTEMCTL: systemctl, VAKT_AGENT_CYCLE_SECONDS: '1' },
    },
    stdio: 'ignore',
  })
  return {
    stopNginx: () => writeFile(state, 'failed\n'),
    nginx: async () => (await readFile(state, 'utf8')).trim(),
    async end() {
      agent.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
