import { createHmac, timingSafeEqual } from 'node:crypto'

/** A contact for incidents without an account. The link lets its holder stop the mails to it, and nothing else. */
export type StoppableContact = { contactId: string; stopKey: Buffer }

const signatureOf = ({ contactId, stopKey }: StoppableContact) =>
  createHmac('sha256', stopKey).update(`vakt stop mails to contact ${contactId}`).digest()

export const stopUrl = (origin: string, contact: StoppableContact): string =>
  `${origin}/stop-incident-mails/${contact.contactId}.${signatureOf(contact).toString('base64url')}`

const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** The contact that the token of a link names, and whether its key signed it; null for what is no token. */
export function readStopToken(token: string): { contactId: string; isSignedBy(stopKey: Buffer): boolean } | null {
  const [, contactId, signature] = form.exec(token) ?? []
  if (!contactId || !signature) return null
  const given = Buffer.from(signature, 'base64url')
  return {
    contactId,
    isSignedBy: (stopKey) => given.length === 32 && timingSafeEqual(given, signatureOf({ contactId, stopKey })),
  }
}
