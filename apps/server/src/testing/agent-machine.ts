import { createPublicKey, generateKeyPairSync, hash, type KeyObject, randomBytes, sign as signBytes } from 'node:crypto'
import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import type { AgentReport } from '@vakt/contract/agents/agent-protocol.ts'
import { signedTextOfNewKey } from '@vakt/domain/agents/agent-keys.ts'
import { contentDigestOf, signatureBaseOf, signatureHeadersOf, signatureParametersOf } from '@vakt/domain/agents/agent-signature.ts'

export type MachineAnswer = { status: number; body: Record<string, unknown> }
const shownKeyOf = (key: KeyObject) => String(createPublicKey(key).export({ format: 'jwk' }).x)

type Send = (path: string, headers: Record<string, string>, body: Buffer) => Promise<MachineAnswer>

/** A machine that speaks as the agent does. `send` carries its requests; `authority` is the server's own host and port. */
export function createMachine(send: Send, authority: string, hostname = 'web-1') {
  let privateKey = generateKeyPairSync('ed25519').privateKey
  const about = { hostname, platform: 'linux', version: '1.0.0' }
  let agentId = 'enrolling'
  let chain = ''

  const sign = (path: string, content: unknown, change: { now?: Date; key?: KeyObject; keyId?: string } = {}) => {
    const body = Buffer.from(JSON.stringify(content))
    const request = { method: 'POST', authority, path, query: '' }
    const nonce = randomBytes(16).toString('base64url')
    const parameters = signatureParametersOf({ keyId: change.keyId ?? agentId, nonce, now: change.now ?? new Date() })
    const digest = contentDigestOf(hash('sha256', body, 'base64'))
    const signature = signBytes(null, Buffer.from(signatureBaseOf(request, digest, parameters)), change.key ?? privateKey).toString(
      'base64',
    )
    const headers: Record<string, string> = { ...signatureHeadersOf(digest, parameters, signature), 'content-type': 'application/json' }
    return { path, headers, body }
  }
  const post = ({ path, headers, body }: ReturnType<typeof sign>) => send(path, headers, body)
  const reportOf = (change: Partial<AgentReport> = {}) => ({ ...about, chain, clockAheadSeconds: 0, lost: 0, measurements: [], ...change })

  return {
    sign,
    post,
    reportOf,
    agentId: () => agentId,
    async enrol(token: string): Promise<MachineAnswer> {
      const shown = shownKeyOf(privateKey)
      const machine = Buffer.alloc(32, hostname).toString('base64url')
      const answer = await post(sign(agentPaths.enrol, { ...about, token, publicKey: shown, machine }, { keyId: 'enrolling' }))
      if (answer.status === 201) agentId = String(answer.body.agentId)
      return answer
    },
    async report(change: Partial<AgentReport> = {}): Promise<MachineAnswer> {
      const answer = await post(sign(agentPaths.report, reportOf(change)))
      if (answer.status === 200) chain = String(answer.body.chain)
      return answer
    },
    /** Makes itself a new key; `prover` signs that it has it. */
    async rotateKey(next = generateKeyPairSync('ed25519').privateKey, prover = next): Promise<MachineAnswer> {
      const publicKey = shownKeyOf(next)
      const proof = signBytes(null, Buffer.from(signedTextOfNewKey(agentId, publicKey)), prover).toString('base64')
      const answer = await post(sign(agentPaths.rotateKey, { publicKey, proof }))
      if (answer.status === 200) privateKey = next
      return answer
    },
    /** Another machine with the same key, as it is now. */
    copy: () => chain,
  }
}
