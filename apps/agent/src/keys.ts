import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { join } from 'node:path'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { CommandKeyChange } from '@vakt/contract/agents/agent-protocol.ts'
import { signedTextOfKeyChange, signedTextOfNewKey } from '@vakt/domain/agents/agent-keys.ts'
import { callServer, type Signer } from './call-server.ts'
import type { Pinned } from './follow-commands.ts'
import { readKept, writeWhole } from './keep-file.ts'

/** As text, so that it can be kept in a file. */
export const writeKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
export const shownKeyOf = (key: KeyObject): string => String(createPublicKey(key).export({ format: 'jwk' }).x)
export const createKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

/** What is kept of the enrolment; `nextKey` from before the server is asked to take it until it has. */
export type Enrolment = { server: string; agentId: string; privateKey: string; machine: string; keyMadeAt?: string; nextKey?: string }

const enrolmentFile = (folder: string) => join(folder, 'enrolment.json')
export const readEnrolment = (folder: string): Enrolment | undefined => readKept<Enrolment>(enrolmentFile(folder))
export const writeEnrolment = (folder: string, enrolment: Enrolment): void => writeWhole(enrolmentFile(folder), JSON.stringify(enrolment))

/**
 * Gives the machine a new key now and then. The new one is on disk before the server is asked, and the former one until it has answered: when
 * the answer is lost, a request that is refused shows which of the two the server knows.
 */
export class KeyRotation {
  readonly signer: Signer
  readonly #folder: string
  #enrolment: Enrolment

  constructor(folder: string, enrolment: Enrolment) {
    this.#folder = folder
    this.#enrolment = enrolment
    const { server, agentId, privateKey } = enrolment
    this.signer = { server, keyId: agentId, privateKey: createPrivateKey(privateKey) }
  }

  isDue(now: Date, days: number): boolean {
    const { keyMadeAt, nextKey } = this.#enrolment
    return nextKey !== undefined || now.getTime() - Date.parse(keyMadeAt ?? new Date(0).toISOString()) > days * 86_400_000
  }

  async rotate(now: Date): Promise<void> {
    const { agentId, nextKey } = this.#enrolment
    const key = nextKey === undefined ? createKey() : createPrivateKey(nextKey)
    if (nextKey === undefined) this.#write({ ...this.#enrolment, nextKey: writeKey(key) })
    const publicKey = shownKeyOf(key)
    const proof = sign(null, Buffer.from(signedTextOfNewKey(agentId, publicKey)), key).toString('base64')
    const { status } = await callServer(this.signer, agentPaths.rotateKey, { publicKey, proof })
    if (status === 200) this.#take(key, now)
  }

  /** After a refused signature: the server may have taken the next key already. */
  tryNextKey(now: Date): boolean {
    const { nextKey } = this.#enrolment
    if (nextKey === undefined) return false
    this.#take(createPrivateKey(nextKey), now)
    return true
  }

  #take(key: KeyObject, now: Date): void {
    const { nextKey: _, ...enrolment } = this.#enrolment
    this.#write({ ...enrolment, privateKey: writeKey(key), keyMadeAt: now.toISOString() })
    this.signer.privateKey = key
  }

  #write(enrolment: Enrolment): void {
    writeEnrolment(this.#folder, enrolment)
    this.#enrolment = enrolment
  }
}

/**
 * Whose commands are believed: the key of the first answer, and after that only one which the key before it signed. One who answers in the
 * server's place cannot give commands.
 */
export class PinnedKey {
  readonly #file: string
  #pinned: Pinned | null

  constructor(folder: string) {
    this.#file = join(folder, 'command-key.json')
    this.#pinned = readKept<Pinned>(this.#file) ?? null
  }

  get current(): Pinned | null {
    return this.#pinned
  }

  /** What is wrong with the key that the server showed; null where commands can be believed. */
  follow({ customerId, commandKey, commandKeyChange }: Record<string, unknown>): string | null {
    if (typeof customerId !== 'string' || typeof commandKey !== 'string') return null
    if (!this.#pinned) this.#write({ customerId, commandKey })
    else if (this.#pinned.commandKey !== commandKey) {
      const change = commandKeyChange as CommandKeyChange | undefined
      if (!change || !isSignedBy(this.#pinned.commandKey, change) || change.commandKey !== commandKey)
        return 'Vakt has another key of commands than before, and the former one did not sign it: its commands are refused.'
      this.#write({ ...this.#pinned, commandKey })
    }
    return null
  }

  #write(pinned: Pinned): void {
    this.#pinned = pinned
    try {
      writeWhole(this.#file, JSON.stringify(pinned))
    } catch {
      // A full disk: it is believed until the program ends, and is told again then.
    }
  }
}

function isSignedBy(pinnedKey: string, { formerKey, commandKey, signature }: CommandKeyChange): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: pinnedKey }, format: 'jwk' })
  const text = Buffer.from(signedTextOfKeyChange(pinnedKey, commandKey))
  return formerKey === pinnedKey && verify(null, text, key, Buffer.from(signature, 'base64'))
}
