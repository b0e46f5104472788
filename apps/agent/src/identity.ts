import { createPrivateKey, hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import { agentVersion } from '@vakt/domain/agents/agent-version.ts'
import { callServer } from './call-server.ts'
import type { AgentConfig } from './config.ts'
import { readKept, writeWhole } from './keep-file.ts'
import { createKey, type Enrolment, KeyRotation, readEnrolment, shownKeyOf, writeEnrolment, writeKey } from './keys.ts'
import type { Machine } from './machine.ts'

/** Tells this machine from its copies; hashed, for it is nobody's business. */
const fingerprintOf = (texts: readonly string[]): string => hash('sha256', `vakt-agent\0${texts.join('\0')}`, 'base64url')

export const aboutMachine = ({ platform }: Pick<Machine, 'platform'>) => ({ hostname: hostname(), platform, version: agentVersion })

/** The key that was made on this machine when it was enrolled; enrols it where it was not. */
export async function openIdentity(config: AgentConfig, on: Machine): Promise<KeyRotation> {
  const machine = fingerprintOf(await on.identifyingTexts())
  const kept = readEnrolment(config.folder)
  if (kept && kept.machine !== machine) throw new Error('This key was made on another machine. Enrol this one with a token of its own.')
  return new KeyRotation(config.folder, kept ?? (await enrol(config, { ...aboutMachine(on), machine })))
}

/** The key is on disk before the token is used up, so that an enrolment whose answer was lost can be asked for again. */
async function enrol(
  { folder, server, token }: AgentConfig,
  about: ReturnType<typeof aboutMachine> & { machine: string },
): Promise<Enrolment> {
  if (!server || !token) throw new Error('This machine is not enrolled: give VAKT_AGENT_SERVER and VAKT_AGENT_TOKEN once.')
  const keyFile = join(folder, 'enrolling-key.json')
  const kept = readKept<{ privateKey: string }>(keyFile)
  const key = kept ? createPrivateKey(kept.privateKey) : createKey()
  const privateKey = writeKey(key)
  if (!kept) writeWhole(keyFile, JSON.stringify({ privateKey }))
  const wanted = { ...about, token, publicKey: shownKeyOf(key) }
  const ask = () => callServer({ server, keyId: 'enrolling', privateKey: key }, agentPaths.enrol, wanted)
  const first = await ask()
  // The answer has corrected the clock.
  const { status, body } = first.body.reason === 'clock' ? await ask() : first
  if (status !== 201) throw new Error(`Vakt refused to enrol this machine: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  const enrolment = { server, agentId: String(body.agentId), privateKey, machine: about.machine, keyMadeAt: new Date().toISOString() }
  writeEnrolment(folder, enrolment)
  rmSync(keyFile)
  return enrolment
}
