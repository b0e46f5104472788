import { type KeyObject, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedTextOfCommand } from '@vakt/domain/agents/agent-command.ts'
import type { AgentConfig } from '#agent/config.ts'
import { shownKeyOf } from '#agent/keys.ts'

/** A command that an agent whose state is in this folder would carry out: signed, addressed, in time and allowed. */
export function createSignedCommand(key: KeyObject, folder: string) {
  const allowList = join(mkdtempSync(join(tmpdir(), 'vakt-agent-allow-')), 'allow.json')
  writeFileSync(allowList, JSON.stringify({ restart_systemd_unit: ['nginx'] }), { mode: 0o644 })
  const config: AgentConfig = {
    ...{ server: '', token: '', folder, cycleSeconds: 60, keyDays: 90, systemctl: '', journalctl: '', systemRoot: '', allowList },
  }
  const commandId = randomUUID()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const payload = JSON.stringify({
    ...{ agentId: 'a', customerId: 'c', commandId, sequence: 8, issuedAt: at(-1), expiresAt: at(4) },
    ...{ kind: 'restart_systemd_unit', names: ['nginx'] },
  })
  const signature = sign(null, Buffer.from(signedTextOfCommand(payload)), key).toString('base64')
  const identity = { agentId: 'a', pinned: { customerId: 'c', commandKey: shownKeyOf(key) } }
  return { config, identity, command: { commandId, payload, signature } }
}
