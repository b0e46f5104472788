import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import Fastify from 'fastify'
import type pg from 'pg'
import { type Branding, noBranding } from '#server/platform/branding/branding-table.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { testKeys } from '#server/testing/test-database.ts'
import type { DemoAccount } from './demo-account.ts'
import { type EmbeddedProvider, mountEmbeddedProvider } from './embedded-provider.ts'

export const audience = 'api://vakt'
export const clientId = 'vakt-web'

export const astrid = createAccount('astrid', 'Astrid <b>Lindqvist</b>', 'AL', ['admin'])
export const erik = createAccount('erik', 'Erik Holm', 'EH', ['reader', 'on-call'])

function createAccount(subject: string, name: string, initials: string, roles: string[]): DemoAccount {
  const caption = { en: `${name}, in English`, sv: `${name}, på svenska` }
  return { subject, name, email: `${subject}@nordan.example`, roles, initials, caption }
}

export type TestProvider = EmbeddedProvider & {
  origin: string
  port: number
  logged: { fields: object; message: string }[]
  close(): Promise<void>
}

/** The embedded provider in an app of its own, over real HTTP. The same `port` again makes it a restart. */
export async function startTestProvider(
  pool: pg.Pool,
  options: { port?: number; accounts?: DemoAccount[]; accessTokenSeconds?: number; branding?: Branding } = {},
) {
  const { accounts = [astrid, erik], accessTokenSeconds = 600, branding = noBranding } = options
  const port = options.port ?? (await findFreePort())
  const origin = `http://127.0.0.1:${port}`
  const logged: TestProvider['logged'] = []
  const app = Fastify({ forceCloseConnections: true })
  const secrets = createSecretBox({ keys: testKeys, legacyPasswords: [] }, 'provider keys')
  const log = (fields: object, message: string) => void logged.push({ fields, message })
  const provider = await mountEmbeddedProvider(app, {
    origin,
    accounts: () => accounts,
    pool,
    secrets,
    accessTokenSeconds,
    audience,
    clientId,
    branding: () => branding,
    log,
  })
  await app.listen({ port, host: '127.0.0.1' })
  return { ...provider, origin, port, logged, close: () => app.close() } satisfies TestProvider
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
