import { createHash } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type pg from 'pg'

/** What a holder could use. It is kept as a hash, so that a copy of the table signs no one in, and ends with its grant. */
const bearerModels = new Set(['AuthorizationCode', 'RefreshToken', 'AccessToken'])

const isAlive = '(expires_at is null or expires_at > now())'

/** One model of the provider (session, grant, code, …) in the table `oidc_payload`. */
export function createProviderStore(pool: pg.Pool, model: string): Adapter {
  const isBearer = bearerModels.has(model)
  const storedId = (id: string) => (isBearer ? createHash('sha256').update(id).digest('base64url') : id)

  async function findBy(column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> {
    const { rows } = await pool.query<{ payload: AdapterPayload }>({
      name: `oidc-find-by-${column}`,
      text: `select payload from oidc_payload where model = $1 and ${column} = $2 and ${isAlive} order by expires_at desc limit 1`,
      values: [model, column === 'id' ? storedId(value) : value],
    })
    const payload = rows[0]?.payload
    return payload && isBearer ? { ...payload, jti: value } : payload
  }

  return {
    async upsert(id, payload, expiresInSeconds) {
      const { jti, ...rest } = payload
      await pool.query({
        name: 'oidc-upsert',
        text: `insert into oidc_payload (model, id, payload, grant_id, uid, expires_at)
          values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, expires_at = excluded.expires_at`,
        values: [
          model,
          storedId(id),
          isBearer ? rest : payload,
          isBearer ? (payload.grantId ?? null) : null,
          payload.uid ?? null,
          expiresInSeconds || null,
        ],
      })
    },
    find: (id) => findBy('id', id),
    findByUid: (uid) => findBy('uid', uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const { rowCount } = await pool.query({
        name: 'oidc-consume',
        text: `update oidc_payload set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
          where model = $1 and id = $2 and not payload ? 'consumed'`,
        values: [model, storedId(id)],
      })
      // Two requests with one token both find it unused; only the first may go on.
      if (rowCount === 0) throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await pool.query({
        name: 'oidc-destroy',
        text: 'delete from oidc_payload where model = $1 and id = $2',
        values: [model, storedId(id)],
      })
    },
    async revokeByGrantId(grantId) {
      await pool.query({ name: 'oidc-revoke', text: 'delete from oidc_payload where grant_id = $1', values: [grantId] })
    },
  }
}
