import { createVerify, X509Certificate } from 'node:crypto'

/** A message of Amazon SNS, with the fields that its signature covers. */
export type SnsMessage = Record<string, unknown> & { Type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation' }

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

/** Amazon SNS takes messages of 256 kB, whose quotes its envelope escapes. */
const maxMessageLength = 2 * 1024 * 1024

/** The body as a message of SNS; null where it is none, as with raw message delivery. */
export function readSnsMessage(body: string): SnsMessage | null {
  if (body.length > maxMessageLength) return null
  try {
    const message: unknown = JSON.parse(body)
    if (typeof message !== 'object' || message === null || !('Type' in message)) return null
    return Object.hasOwn(signedFields, String(message.Type)) ? (message as SnsMessage) : null
  } catch {
    return null
  }
}

export const textOf = (message: SnsMessage, name: string): string => {
  const value = message[name]
  return typeof value === 'string' ? value : ''
}

const algorithms: Record<string, string> = { '1': 'RSA-SHA1', '2': 'RSA-SHA256' }

/** Whether the certificate, valid at `at`, signed the message: signature versions 1 (SHA-1) and 2 (SHA-256). */
export function isSignedBy(message: SnsMessage, pem: string, at: Date): boolean {
  const algorithm = algorithms[textOf(message, 'SignatureVersion')]
  if (!algorithm) return false
  const text = signedFields[message.Type]
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${message[name]}\n`)
    .join('')
  try {
    const certificate = new X509Certificate(pem)
    if (at < certificate.validFromDate || at > certificate.validToDate) return false
    return createVerify(algorithm).update(text, 'utf8').verify(certificate.publicKey, textOf(message, 'Signature'), 'base64')
  } catch {
    return false
  }
}

/** Which addresses a message may have fetched. */
export type SnsAddresses = {
  isCertificate(url: string, topicArn: string): boolean
  isSubscription(url: string, topicArn: string): boolean
  /** Only for tests. */
  allowPrivate: boolean
}

/** Names of regions only: `sns.s3-eu-west-1.amazonaws.com` is a bucket that anyone may have made. */
const awsHost = /^sns\.([a-z]{2,3}(?:-[a-z]+)+-\d{1,2})\.amazonaws\.com(?:\.cn)?$/

/** An address of SNS itself, in the region of the topic: https, no port, no credentials. */
function readAwsUrl(text: string, topicArn: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return null
  return awsHost.exec(url.hostname)?.[1] === topicArn.split(':')[3] ? url : null
}

export const awsAddresses: SnsAddresses = {
  isCertificate: (url, topicArn) =>
    /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/.test(readAwsUrl(url, topicArn)?.pathname ?? '') && !url.includes('?'),
  isSubscription: (url, topicArn) => readAwsUrl(url, topicArn)?.searchParams.get('Action') === 'ConfirmSubscription',
  allowPrivate: false,
}

export const isTopicArn = (text: string): boolean => /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w.-]{1,256}$/.test(text)
