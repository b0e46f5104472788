import { createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { CommandKeyChange } from '@vakt/contract/agents/agent-protocol.ts'
import { signedTextOfCommand } from '@vakt/domain/agents/agent-command.ts'
import { signedTextOfKeyChange } from '@vakt/domain/agents/agent-keys.ts'
import { ed25519KeyOf } from '#server/platform/keys/ed25519-key.ts'

/** Signs what agents are told; `publicKey` is what they pin, 32 bytes in base64url. */
export type CommandSigner = {
  publicKey: string
  sign(payload: string): string
  /** For an agent that pinned this former key: the change to the one of now. Null where it was never one. */
  signChangeFrom(formerKey: string): CommandKeyChange | null
}

const publicKeyOf = (key: KeyObject) => String(createPublicKey(key).export({ format: 'jwk' }).x)

/** With keys of its own, which are neither that of TLS nor stored: they follow from the secret of the installation. The first seed signs. */
export function createCommandSigner(seed: Buffer, ...formerSeeds: readonly Buffer[]): CommandSigner {
  const key = ed25519KeyOf(seed)
  const publicKey = publicKeyOf(key)
  const former = new Map(formerSeeds.map(ed25519KeyOf).map((one) => [publicKeyOf(one), one] as const))
  return {
    publicKey,
    sign: (payload) => sign(null, Buffer.from(signedTextOfCommand(payload)), key).toString('base64'),
    signChangeFrom(formerKey) {
      const signer = former.get(formerKey)
      if (!signer) return null
      const signature = sign(null, Buffer.from(signedTextOfKeyChange(formerKey, publicKey)), signer).toString('base64')
      return { formerKey, commandKey: publicKey, signature }
    },
  }
}
