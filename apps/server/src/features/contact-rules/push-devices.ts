import { ECDH } from 'node:crypto'
import { contactLimits, type NewPushDevice, type PushDevice } from '@vakt/contract/contact-rules.ts'
import type { ChannelParts } from '#server/features/channels/list-channels.ts'
import { inTransaction, workForAllCustomers } from '#server/platform/database/transaction.ts'
import { Invalid, NotFound } from '#server/platform/errors.ts'
import type { CallContext } from '#server/platform/http/serve.ts'
import { keepAnswer } from '#server/platform/idempotency/keep-answer.ts'
import { readUuid } from '#server/platform/ids.ts'
import { findUrlProblem } from '#server/platform/outgoing/public-address.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { readContactCaller } from './contact-caller.ts'
import { deleteDevice, readDevices, replaceDeviceForAllCustomers } from './push-device-table.ts'

/** `worker` moves the subscription of a browser from the user who had it. */
export type ContactParts = ChannelParts & { push: { publicKey: string; allowPrivate: boolean } }

export async function listDevices(context: CallContext, { push }: ContactParts): Promise<{ publicKey: string; devices: PushDevice[] }> {
  const whose = readContactCaller(context)
  const devices = await inTransaction(context, whose.customerId, (transaction) => readDevices(transaction, whose))
  return {
    publicKey: push.publicKey,
    devices: devices.map(({ createdAt, lastSentAt, ...device }) => ({
      ...device,
      createdAt: createdAt.toISOString(),
      lastSentAt: lastSentAt?.toISOString() ?? null,
    })),
  }
}

/** The key of a browser; throws Invalid for what is no point of P-256. */
function readKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64url')
  try {
    ECDH.convertKey(key, 'prime256v1')
    return key
  } catch {
    throw Invalid.field('p256dh', 'This is no key of a browser.', 'contact.key_wrong')
  }
}

export async function addDevice(context: CallContext, given: NewPushDevice, { worker, push }: ContactParts): Promise<{ deviceId: string }> {
  const whose = readContactCaller(context)
  const { endpoint, auth } = given
  if (findUrlProblem(endpoint, push)) throw Invalid.field('endpoint', 'This is no address of a push service.', 'contact.endpoint_wrong')
  const name = given.name.trim()
  const device = { name, endpoint, p256dh: readKey(given.p256dh), auth: Buffer.from(auth, 'base64url'), now: context.now }
  const own = await inTransaction(context, whose.customerId, (transaction) => readDevices(transaction, whose))
  if (own.length >= contactLimits.devices)
    throw Invalid.field('name', `At most ${contactLimits.devices} devices: remove one first.`, 'contact.too_many_devices')
  return workForAllCustomers({ pool: worker }, async (transaction) => {
    const deviceId = await replaceDeviceForAllCustomers(transaction, whose, device)
    await recordAction(transaction, context, whose.customerId, { action: 'user.push-device', target: whose.userId, details: { name } })
    await keepAnswer(transaction, context, whose.customerId, { deviceId })
    return { deviceId }
  })
}

export async function removeDevice(context: CallContext, id: string): Promise<undefined> {
  const deviceId = readUuid(id)
  const whose = readContactCaller(context)
  await inTransaction(context, whose.customerId, async (transaction) => {
    const name = await deleteDevice(transaction, whose, deviceId)
    if (name === undefined) throw new NotFound()
    return { name }
  })
}
