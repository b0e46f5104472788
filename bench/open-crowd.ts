import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { featureKeys, globalAdminRole } from '@vakt/contract/features.ts'
import { startVakt, type Vakt } from './start-vakt.ts'

/** A customer of the crowd, with an entity and the token of its monitoring. */
export type CrowdCustomer = { customerId: string; entity: string; ingestToken: string }

const providerDomain = 'vakt.example'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** An identity provider that signs what it is asked to. */
export async function startIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'crowd', alg: 'ES256', use: 'sig' }]
  const server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signToken = (email: string, roles: string[]) => {
    const now = Math.floor(Date.now() / 1000)
    const who = { sub: email, email, email_verified: true, name: email, roles }
    const claims = { ...who, iss: issuer, aud: 'api://vakt', iat: now, exp: now + 7200 }
    const signed = `${encode({ alg: 'ES256', kid: 'crowd', typ: 'at+jwt' })}.${encode(claims)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  return { issuer, signToken, close: () => server.close() }
}

async function makeCustomer({ owner }: Vakt, index: number): Promise<CrowdCustomer> {
  const customerId = `2${String(index).padStart(3, '0')}`
  const entity = `crowd-${customerId}`
  const ingestToken = `vakt_ing_${randomBytes(32).toString('base64url')}`
  await owner.query('insert into customer (customer_id, name) values ($1, $2)', [customerId, `Crowd ${customerId}`])
  await owner.query("insert into customer_role_feature (customer_id, role, features) values ($1, 'admin', $2)", [customerId, featureKeys])
  await owner.query("insert into customer_sign_in_rule (kind, value, customer_id) values ('email-domain', $1, $2)", [
    `${customerId}.example`,
    customerId,
  ])
  await owner.query(
    `insert into entity (customer_id, external_id, external_key, name, host_name, type, source)
     values ($1, '/crowd/' || $2, '/crowd/' || $2, $2, $2, 'crowd', 'bench')`,
    [customerId, entity],
  )
  await owner.query("insert into ingest_token (customer_id, name, token_hash) values ($1, 'crowd', $2)", [
    customerId,
    createHash('sha256').update(ingestToken).digest(),
  ])
  return { customerId, entity, ingestToken }
}

/** A Vakt with so many more customers, whose users sign in at an identity provider of the bench. */
export async function openCrowd(customerCount: number, settings: Record<string, string> = {}) {
  const issuer = await startIssuer()
  const vakt = await startVakt({ OIDC_ISSUER: issuer.issuer, ...settings }).catch((error) => {
    issuer.close()
    throw error
  })
  const customers: CrowdCustomer[] = []
  for (let index = 0; index < customerCount; index += 1) customers.push(await makeCustomer(vakt, index))
  /** A token of a user who has signed in. */
  const signIn = async (email: string, roles: string[]) => {
    const token = issuer.signToken(email, roles)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-vakt-session': 'simulated-browser-session' }
    const answer = await fetch(`${vakt.origin}/api/v1/authentication/usercontext`, { method: 'POST', headers, body: '{}' })
    if (!answer.ok) throw new Error(`The sign-in of ${email} answered ${answer.status}: ${await answer.text()}`)
    return token
  }
  return {
    vakt,
    customers,
    signInUser: ({ customerId }: CrowdCustomer, name: string) => signIn(`${name}@${customerId}.example`, ['admin']),
    signInStaff: (name: string) => signIn(`${name}@${providerDomain}`, [globalAdminRole]),
    async stop() {
      await vakt.stop()
      issuer.close()
    },
  }
}

export type Crowd = Awaited<ReturnType<typeof openCrowd>>

/** Sends alerts that begin to fire, and returns when they were accepted. */
export async function fireAlerts(
  { vakt }: Crowd,
  { entity, ingestToken }: CrowdCustomer,
  names: string[],
  instance = entity,
): Promise<number> {
  const alerts = names.map((name) => ({
    status: 'firing',
    labels: { alertname: name, severity: 'medium', instance },
    annotations: {},
    startsAt: new Date().toISOString(),
    fingerprint: `${entity} ${name}`,
  }))
  const answer = await fetch(`${vakt.origin}/ingest/v1/alertmanager`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ingestToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4', status: 'firing', alerts }),
  })
  if (answer.status !== 202) throw new Error(`The ingest answered ${answer.status}.`)
  return performance.now()
}
