import { agentPaths } from '@vakt/contract/agents/agent-paths.ts'
import {
  AgentCommandRequest,
  AgentCommandResult,
  AgentEnrolment,
  AgentKeyRotation,
  AgentReport,
  type AgentStatus,
  AgentStatusRequest,
} from '@vakt/contract/agents/agent-protocol.ts'
import { type Access, environmentAccess } from '@vakt/contract/features.ts'
import { type AgentRequest, readSignatureClaim, type SignatureClaim } from '@vakt/domain/agents/agent-signature.ts'
import { mayMachine } from '@vakt/domain/machine-callers.ts'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import type { CommandSigner } from '#server/features/agent-commands/command-signer.ts'
import { nextCommand, noteResult } from '#server/features/agent-commands/exchange-commands.ts'
import { createHeldRequests } from '#server/features/agent-commands/held-requests.ts'
import type { PointParts } from '#server/features/metrics/take-points.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { presentingInOneStatement } from '#server/platform/database/transaction.ts'
import { CustomerClosed, Forbidden, TooMany } from '#server/platform/errors.ts'
import { answerError } from '#server/platform/http/answer-errors.ts'
import { createInputCheck } from '#server/platform/http/check-input.ts'
import { createLimit, type Limit, networkOf } from '#server/platform/http/limit-requests.ts'
import { findPresentedAgent, type KnownAgent } from './agent-table.ts'
import { enrolAgent } from './enrol-agent.ts'
import { AgentRefused } from './refuse-agent.ts'
import { AgentChanged, createRememberedAgents } from './remembered-agents.ts'
import { rotateKey } from './rotate-key.ts'
import { takeReport } from './take-report.ts'
import { refuseSignature } from './verify-signature.ts'

const bodyLimit = 4 * 1024 * 1024
const bodyOf = (request: FastifyRequest) => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const checkEnrolment = createInputCheck(AgentEnrolment, 'body')
const checkCommandRequest = createInputCheck(AgentCommandRequest, 'body')
const checkCommandResult = createInputCheck(AgentCommandResult, 'body')
const checkKeyRotation = createInputCheck(AgentKeyRotation, 'body')
const checkStatusRequest = createInputCheck(AgentStatusRequest, 'body')
const checkReport = createInputCheck(AgentReport, 'body')

export type AgentDoor = {
  pool: Pool
  points: PointParts | null
  /** Where agents reach Vakt: what they sign. */
  origin: string
  /** Signs what agents are told. */
  commands: CommandSigner
  /** Hears of commands and configurations for agents that wait. */
  listener: Listener
  failedPerAddress?: Limit
}

/** Where agents enrol and report. Each request is signed with the key of its machine; what is not is refused before its body is read. */
export async function openAgentDoor(app: FastifyInstance, door: AgentDoor): Promise<void> {
  const { pool, points, origin, commands, listener, failedPerAddress = createLimit(0) } = door
  const held = createHeldRequests(pool, listener)
  // A server that stops does not wait for them.
  app.addHook('preClose', async () => held.end())
  const authority = new URL(origin).host
  const claims = new WeakMap<FastifyRequest, SignatureClaim>()
  const remembered = createRememberedAgents()

  function requestOf(request: FastifyRequest): AgentRequest {
    const [path = '', query = ''] = request.url.split('?', 2)
    return { method: request.method, authority, path, query }
  }

  const refusalOf = (request: FastifyRequest, claim: SignatureClaim, publicKey: Buffer) =>
    refuseSignature(requestOf(request), { body: bodyOf(request), digest: request.headers['content-digest']?.toString() }, claim, publicKey)

  function checkSignature(request: FastifyRequest, publicKey: Buffer): SignatureClaim {
    const claim = claims.get(request)
    if (!claim) throw new AgentRefused('form')
    const refused = refusalOf(request, claim, publicKey)
    if (refused) throw new AgentRefused(refused)
    return claim
  }

  function idOf(request: FastifyRequest): string {
    const agentId = claims.get(request)?.keyId ?? ''
    if (!uuid.test(agentId)) throw new AgentRefused('unknown key')
    return agentId
  }

  async function recognise(request: FastifyRequest, access: Access): Promise<{ agent: KnownAgent; claim: SignatureClaim }> {
    const agentId = idOf(request)
    const agent = await presentingInOneStatement(pool, { agent_id: agentId }, (transaction) => findPresentedAgent(transaction, agentId))
    if (!agent) throw new AgentRefused('unknown key')
    const claim = checkSignature(request, agent.publicKey)
    if (agent.isRevoked) throw new AgentRefused('revoked')
    if (agent.isClosed) throw new CustomerClosed()
    // What the customer has switched off is shown to no one, but taken in, as from every sender.
    if (!mayMachine('agent', { enabledFeatures: null }, access)) throw new Forbidden()
    return { agent, claim }
  }

  /** The agent as it was when it last reported, if it signed this; whoever uses it confirms it. */
  function recallSigner(request: FastifyRequest): { agent: KnownAgent; claim: SignatureClaim } | undefined {
    const [agent, claim] = [remembered.recall(idOf(request)), claims.get(request)]
    return agent && claim && refusalOf(request, claim, agent.publicKey) === null ? { agent, claim } : undefined
  }

  const routes: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    scope.addHook('onRequest', async (request) => {
      const claim = readSignatureClaim(request.headers, new Date())
      if ('refused' in claim) throw new AgentRefused(claim.refused)
      claims.set(request, claim)
    })
    // A machine whose key is refused asks again and again; its address is told to wait, the others there are not affected.
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      if (!(error instanceof AgentRefused)) return answerError(error, request, reply)
      const seconds = await failedPerAddress.count(networkOf(request.ip))
      if (seconds !== null) return answerError(new TooMany(seconds) as Error as FastifyError, request, reply)
      return reply.code(error.status).header('cache-control', 'no-store').send({ reason: error.reason })
    })

    scope.post(agentPaths.enrol, async (request, reply) => {
      const wanted = checkEnrolment(readBody(request)) as AgentEnrolment
      checkSignature(request, Buffer.from(wanted.publicKey, 'base64url'))
      return reply.code(201).send(await enrolAgent({ pool, now: new Date(), requestId: request.id }, commands.publicKey, wanted))
    })

    scope.post(agentPaths.status, async (request, reply) => {
      const { agent } = await recognise(request, environmentAccess)
      checkStatusRequest(readBody(request))
      const answer: AgentStatus = { isCopied: agent.isCopied }
      return reply.code(200).header('cache-control', 'no-store').send(answer)
    })

    type Reporting = { agent: KnownAgent; claim: SignatureClaim; isRemembered: boolean }
    const take = (request: FastifyRequest, { agent, claim, isRemembered }: Reporting) => {
      const report = checkReport(readBody(request)) as AgentReport
      return takeReport({ pool, now: new Date() }, points, agent, report, { nonce: claim.nonce, commands, isRemembered })
    }
    scope.post(agentPaths.report, async (request, reply) => {
      const known = recallSigner(request)
      if (known) {
        const answer = await take(request, { ...known, isRemembered: true }).catch(passOverChanged)
        if (answer) return reply.code(200).send(answer)
      }
      const recognised = await recognise(request, ['@feature.appmonitor.write'])
      remembered.remember(recognised.agent)
      return reply.code(200).send(await take(request, { ...recognised, isRemembered: false }))
    })

    scope.post(agentPaths.command, async (request, reply) => {
      const { agent } = await recognise(request, environmentAccess)
      const { knownVersion, allowed } = checkCommandRequest(readBody(request)) as AgentCommandRequest
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const answer = agent.isCopied
        ? { command: null }
        : await nextCommand({ pool, signer: commands, held }, agent, { knownVersion, allowed, gone: gone.signal })
      return reply.code(200).header('cache-control', 'no-store').send(answer)
    })

    scope.post(agentPaths.rotateKey, async (request, reply) => {
      const { agent } = await recognise(request, environmentAccess)
      const rotation = checkKeyRotation(readBody(request)) as AgentKeyRotation
      await rotateKey({ pool, now: new Date(), requestId: request.id }, agent, rotation)
      return reply.code(200).send({})
    })

    scope.post(agentPaths.result, async (request, reply) => {
      const { agent } = await recognise(request, environmentAccess)
      await noteResult({ pool, now: new Date() }, agent, checkCommandResult(readBody(request)) as AgentCommandResult)
      return reply.code(200).send({})
    })
  }
  await app.register(routes)
}

function passOverChanged(error: unknown): undefined {
  if (!(error instanceof AgentChanged)) throw error
}

/** How JSON in UTF-8 writes NUL and what may be half a character: as escapes alone. */
const mayBeUnstorable = /\\u(0000|d[89a-f])/i
const toStorable = (_key: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)

/** What came from the logs and services of a machine may hold what no database stores: that is left out, for the rest of the report counts. */
function readBody(request: FastifyRequest): unknown {
  const text = bodyOf(request).toString()
  try {
    return JSON.parse(text, mayBeUnstorable.test(text) ? toStorable : undefined)
  } catch {
    throw new AgentRefused('content')
  }
}
