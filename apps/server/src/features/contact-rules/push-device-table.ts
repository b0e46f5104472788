import type { PushDevice } from '@vakt/contract/contact-rules.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

type Whose = { customerId: string; userId: string }

type DeviceRow = Omit<PushDevice, 'createdAt' | 'lastSentAt'> & { createdAt: Date; lastSentAt: Date | null }

/** The newest first. */
export async function readDevices(transaction: Transaction, { customerId, userId }: Whose): Promise<DeviceRow[]> {
  const { rows } = await transaction.query<DeviceRow>(
    `select p.subscription_id as "deviceId", p.device as name, p.created_at as "createdAt", p.last_sent_at as "lastSentAt"
     from push_subscription p where p.customer_id = $1 and p.user_id = $2 order by p.created_at desc, p.subscription_id`,
    [customerId, userId],
  )
  return rows
}

/** A browser has one subscription: the user who had it there before, of any customer, loses it. */
export async function replaceDeviceForAllCustomers(
  transaction: Transaction,
  { customerId, userId }: Whose,
  device: { name: string; endpoint: string; p256dh: Buffer; auth: Buffer; now: Date },
): Promise<string> {
  await transaction.query('delete from push_subscription where endpoint = $1', [device.endpoint])
  const { rows } = await transaction.query<{ deviceId: string }>(
    `insert into push_subscription (customer_id, user_id, endpoint, p256dh, auth, device, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning subscription_id as "deviceId"`,
    [customerId, userId, device.endpoint, device.p256dh, device.auth, device.name, device.now],
  )
  return rows[0]?.deviceId ?? ''
}

/** The name of the device that was there. */
export async function deleteDevice(transaction: Transaction, { customerId, userId }: Whose, deviceId: string): Promise<string | undefined> {
  const { rows } = await transaction.query<{ device: string }>(
    'delete from push_subscription where customer_id = $1 and user_id = $2 and subscription_id = $3 returning device',
    [customerId, userId, deviceId],
  )
  return rows[0]?.device
}
