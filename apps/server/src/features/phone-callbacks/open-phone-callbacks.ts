import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { noteReport } from '#server/features/deliveries/check-messages.ts'
import { findPhoneDelivery, type PhoneDelivery } from '#server/features/deliveries/find-phone-delivery.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { NotFound, NotSignedIn, TooMany } from '#server/platform/errors.ts'
import { createLimit, networkOf } from '#server/platform/http/limit-requests.ts'
import { readUuid } from '#server/platform/ids.ts'
import { type CallbackKind, callbackPrefix, type PhoneCallbacks } from '#server/platform/phone/phone-callbacks.ts'
import type { CallbackAnswer, PhoneChannel, PhoneProvider } from '#server/platform/phone/phone-provider.ts'
import type { PhoneSettings } from '#server/platform/phone/phone-settings.ts'
import { answerCall, answerReply } from './answer-page.ts'

export type PhoneParts = { settings: PhoneSettings; callbacks: PhoneCallbacks }

const kinds: readonly string[] = ['sms', 'voice', 'key'] satisfies CallbackKind[]
const bodyLimit = 16_384
/** Of one number, against guessing codes. */
const repliesPerMinute = 5

type Door = Pick<Context, 'pool' | 'ports'>

const doorOf = (request: FastifyRequest, { pool, ports }: Door) => ({
  pool,
  ports,
  now: new Date(),
  requestId: request.id,
  log: request.log as Context['log'],
})
const send = (reply: FastifyReply, { type, body }: CallbackAnswer) => reply.code(200).type(type).send(body)

/**
 * Where providers report how messages and calls went, and post pressed keys and replies. Each address is signed by us, and what Twilio sends by
 * Twilio; anything else is answered 401 and changes nothing.
 */
export async function openPhoneCallbacks(
  app: FastifyInstance,
  { worker, ...door }: Door & { worker: Pool },
  { settings, callbacks }: PhoneParts,
  perMinute: number,
): Promise<void> {
  const limit = createLimit(perMinute)
  const replies = createLimit(repliesPerMinute)

  function checkGenuine(provider: PhoneProvider | undefined, request: FastifyRequest): { provider: PhoneProvider; form: URLSearchParams } {
    const form = request.body as URLSearchParams
    const url = callbacks.publicUrl(request.raw.url ?? request.url)
    if (!provider?.isGenuine({ url, form, headers: request.headers })) throw new NotSignedIn()
    return { provider, form }
  }

  async function takeReport(delivery: PhoneDelivery, provider: PhoneProvider, form: URLSearchParams): Promise<void> {
    const { deliveryId, channel } = delivery
    const report = await provider.readReport(channel, form)
    if (report) await workForAllCustomers({ pool: worker }, (transaction) => noteReport(transaction, deliveryId, channel, report))
  }

  const routes: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )

    scope.addHook('onRequest', async (request) => {
      const seconds = await limit.count(networkOf(request.ip))
      if (seconds !== null) throw new TooMany(seconds)
    })

    scope.post<{ Params: { key: string } }>('/reply/:key', async (request, reply) => {
      if (!callbacks.isReplyAddress(request.params.key)) throw new NotSignedIn()
      const { provider, form } = checkGenuine(settings.sms?.provider, request)
      const message = provider.readReply(form)
      const mayAnswer = message !== null && (await replies.count(message.from)) === null
      const text = mayAnswer ? await answerReply(doorOf(request, door), worker, { ...message, countries: settings.countries }) : null
      return send(reply, provider.answerReply(text))
    })

    scope.post<{ Params: { kind: string; deliveryId: string; key: string } }>('/:kind/:deliveryId/:key', async (request, reply) => {
      const { kind, deliveryId: id, key } = request.params
      const deliveryId = readUuid(id)
      if (!kinds.includes(kind) || !callbacks.isOurs(kind, deliveryId, key)) throw new NotSignedIn()
      const channel: PhoneChannel = kind === 'sms' ? 'sms' : 'voice'
      const { provider, form } = checkGenuine(settings[channel]?.provider, request)
      const delivery = await workForAllCustomers({ pool: worker }, (transaction) => findPhoneDelivery(transaction, deliveryId))
      if (delivery?.channel !== channel) throw new NotFound()
      if (kind !== 'key') {
        await takeReport(delivery, provider, form)
        return reply.code(204).send()
      }
      const pressed = provider.readKey(form)
      const said = pressed === null ? null : await answerCall(doorOf(request, door), delivery, pressed)
      return said ? send(reply, provider.sayInCall(said.text, said.language)) : reply.code(204).send()
    })
  }
  await app.register(routes, { prefix: callbackPrefix })
}
