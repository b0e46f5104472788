import { dirname, join } from 'node:path'

/** What the program is told by its service unit, or by the person who enrols the machine. */
export type AgentConfig = {
  /** Where Vakt is, with https; needed once, to enrol. */
  server: string
  /** Needed once, to enrol. */
  token: string
  /** Where key, state and unsent reports are kept; the agent's alone. */
  folder: string
  cycleSeconds: number
  /** After so many days the machine makes itself a new key. */
  keyDays: number
  /** The programs that list the services of systemd and read its journal; not used on Windows. */
  systemctl: string
  journalctl: string
  /** The folder of Windows. */
  systemRoot: string
  /** What may be acted on, written by the machine's administrator; see `readAllowList`. */
  allowList: string
}

const isWindows = process.platform === 'win32'

export function readConfig(): AgentConfig {
  const { env } = process
  const cycleSeconds = Number(env.VAKT_AGENT_CYCLE_SECONDS ?? 60)
  if (!(cycleSeconds >= 0.1 && cycleSeconds <= 300)) throw new Error('VAKT_AGENT_CYCLE_SECONDS must be between 0.1 and 300.')
  const keyDays = Number(env.VAKT_AGENT_KEY_DAYS ?? 90)
  if (!(keyDays >= 0)) throw new Error('VAKT_AGENT_KEY_DAYS must be a number of days.')
  return {
    server: env.VAKT_AGENT_SERVER ?? '',
    token: env.VAKT_AGENT_TOKEN ?? '',
    folder: env.VAKT_AGENT_STATE ?? (isWindows ? `${env.ProgramData ?? 'C:\\ProgramData'}\\Vakt Agent` : '/var/lib/vakt-agent'),
    cycleSeconds,
    keyDays,
    systemctl: env.VAKT_AGENT_SYSTEMCTL ?? '/usr/bin/systemctl',
    journalctl: env.VAKT_AGENT_JOURNALCTL ?? '/usr/bin/journalctl',
    systemRoot: env.SystemRoot ?? 'C:\\Windows',
    allowList: env.VAKT_AGENT_ALLOW ?? (isWindows ? join(dirname(process.execPath), 'allow.json') : '/etc/vakt-agent/allow.json'),
  }
}
