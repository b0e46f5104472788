import type { FastifyRequest } from 'fastify'

/** Senders that can set no header of their own may know basic authentication: the token is the password then. */
function passwordOf(authorization: string): string | undefined {
  const credentials = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  return (
    credentials &&
    Buffer.from(credentials, 'base64')
      .toString()
      .replace(/^[^:]*:/, '')
  )
}

/** The ingest token that a request carries in its path or header; empty when there is none. */
export function secretOf({ params, headers: { authorization = '' } }: FastifyRequest): string {
  const { token } = params as { token?: string }
  return token ?? /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? passwordOf(authorization) ?? ''
}
