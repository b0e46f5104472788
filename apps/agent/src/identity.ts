import { createPrivateKey, hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import { agentVersion } from '@vakt/domain/agents/agent-version.ts'
import { type Answer, callServer, clock, type Signer } from './call-server.ts'
import type { AgentConfig } from './config.ts'
import { readKept, writeWhole } from './keep-file.ts'
import { createKey, type Enrolment, KeyRotation, readEnrolment, shownKeyOf, writeEnrolment, writeKey } from './keys.ts'
import type { Machine } from './machine.ts'
import { putStateAside } from './put-state-aside.ts'

/** Tells this machine from its copies; hashed, for it is nobody's business. */
const fingerprintOf = (texts: readonly string[]): string => hash('sha256', `vakt-agent\0${texts.join('\0')}`, 'base64url')

export const aboutMachine = ({ platform }: Pick<Machine, 'platform'>) => ({ hostname: hostname(), platform, version: agentVersion })

/** What to do where the key of this machine does not count. */
export const howToEnrol = 'Enrol the machine again: run the line that the page VM agent shows in Vakt.'

/** The key that was made on this machine when it was enrolled; enrols it where it was not. */
export async function openIdentity(config: AgentConfig, on: Machine): Promise<KeyRotation> {
  const machine = fingerprintOf(await on.identifyingTexts())
  const kept = readEnrolment(config.folder)
  if (kept && kept.machine !== machine) throw new Error(`This key was made on another machine. ${howToEnrol}`)
  if (kept) removeUsedKey(config.folder, kept)
  return new KeyRotation(config.folder, kept ?? (await enrol(config, { ...aboutMachine(on), machine })))
}

/**
 * Enrols the machine with the token, unless it has an agent that counts in Vakt: that one stays, and the token is not used. Answers what was
 * done. Rejects where Vakt cannot say whether the agent counts; nothing is changed then.
 */
export async function enrolAgain(config: AgentConfig, on: Machine): Promise<string> {
  const machine = fingerprintOf(await on.identifyingTexts())
  const kept = readEnrolment(config.folder)
  if (kept && kept.machine === machine) {
    const server = config.server || kept.server
    if (await counts(new KeyRotation(config.folder, { ...kept, server }))) {
      removeUsedKey(config.folder, kept)
      // Vakt may have moved to another address; the key may have been changed just now.
      if (server !== kept.server) writeEnrolment(config.folder, { ...(readEnrolment(config.folder) ?? kept), server })
      return `this machine is enrolled already as ${kept.agentId}, and stays so: the token was not used. To enrol it again, end that agent in Vakt first.`
    }
  }
  const { agentId } = await enrol(config, { ...aboutMachine(on), machine }, kept)
  return `enrolled as ${agentId}`
}

/** Until the enrolment is written, the key of it. */
const enrollingKeyIn = (folder: string) => join(folder, 'enrolling-key.json')

/** The agent was killed after it had written its enrolment, and before it removed that file. */
function removeUsedKey(folder: string, { privateKey }: Enrolment): void {
  const file = enrollingKeyIn(folder)
  if (readKept<{ privateKey: string }>(file)?.privateKey === privateKey) rmSync(file)
}

/** Whether Vakt knows the agent, has not ended it, and has not seen its key on two machines. */
async function counts(keys: KeyRotation): Promise<boolean> {
  const { status, body } = await askStatus(keys).catch((error: Error) => {
    throw new Error(`Vakt could not be asked whether the agent of this machine counts: ${error.message}. Nothing was changed.`)
  })
  if (status === 200) return body.isCopied !== true
  const isUnknown = status === 401 && (body.reason === 'unknown key' || body.reason === 'signature')
  if (status === 410 || isUnknown) return false
  throw new Error(
    `Vakt did not say whether the agent of this machine counts: it answered ${writeAnswer({ status, body })}. Nothing was changed.`,
  )
}

async function askStatus(keys: KeyRotation): Promise<Answer> {
  const ask = () => askInTime(keys.signer, agentPaths.status, {})
  const first = await ask()
  return first.body.reason === 'signature' && keys.tryNextKey(clock.now()) ? ask() : first
}

/** The first answer corrects the clock. */
async function askInTime(signer: Signer, path: string, content: unknown): Promise<Answer> {
  const first = await callServer(signer, path, content)
  return first.body.reason === 'clock' ? callServer(signer, path, content) : first
}

const writeAnswer = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 300)}`

/**
 * The key is on disk before the token is used up, so that an enrolment whose answer was lost can be asked for again. What a `former` agent of
 * the machine left is put aside, and the enrolment written after that: until then the line can be run again.
 */
async function enrol(
  { folder, server, token }: AgentConfig,
  about: ReturnType<typeof aboutMachine> & { machine: string },
  former?: Enrolment,
): Promise<Enrolment> {
  if (!server || !token) throw new Error('This machine is not enrolled: give VAKT_AGENT_SERVER and VAKT_AGENT_TOKEN once.')
  const keyFile = enrollingKeyIn(folder)
  const { privateKey: keptKey } = readKept<{ privateKey: string }>(keyFile) ?? {}
  const ask = (privateKey: string) => {
    const key = createPrivateKey(privateKey)
    if (privateKey !== keptKey) writeWhole(keyFile, JSON.stringify({ privateKey }))
    const wanted = { ...about, token, publicKey: shownKeyOf(key) }
    return askInTime({ server, keyId: 'enrolling', privateKey: key }, agentPaths.enrol, wanted)
  }
  // It was ended before its next start.
  const isOfFormer = keptKey === former?.privateKey
  let privateKey = keptKey === undefined || isOfFormer ? writeKey(createKey()) : keptKey
  let answer = await ask(privateKey)
  if (answer.status === 410) {
    // Its answer was lost, and the agent ended in Vakt meanwhile.
    privateKey = writeKey(createKey())
    answer = await ask(privateKey)
  }
  const { status, body } = answer
  if (status !== 201) throw new Error(`Vakt refused to enrol this machine: ${writeAnswer({ status, body })}`)
  putStateAside(folder)
  const enrolment = { server, agentId: String(body.agentId), privateKey, machine: about.machine, keyMadeAt: new Date().toISOString() }
  writeEnrolment(folder, enrolment)
  rmSync(keyFile)
  return enrolment
}
