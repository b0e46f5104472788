import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks: receivers verify them with any of its libraries. */
export function signMessage(secret: Buffer, message: { id: string; body: string; now: Date }): Record<string, string> {
  const timestamp = String(Math.floor(message.now.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** As receivers keep it. */
export const showSecret = (secret: Buffer): string => `whsec_${secret.toString('base64')}`
