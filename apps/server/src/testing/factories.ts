import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FeatureKey } from '@vakt/contract/features.ts'
import { featureKeys } from '@vakt/contract/features.ts'
import { externalKeyOf, hostNameOf } from '#server/features/entities/entity-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'

const unique = () => randomBytes(5).toString('hex')

/** A customer of its own for each test, with the roles `admin` (everything) and `reader` (read only) unless told otherwise. */
export async function createCustomer(
  database: Database,
  options: { roles?: Record<string, FeatureKey[]>; isProvider?: boolean; customerId?: string } = {},
): Promise<{ customerId: string; emailDomain: string }> {
  const customerId = options.customerId ?? `c${unique()}`
  const emailDomain = `${customerId}.example`
  const roles = options.roles ?? {
    admin: [...featureKeys],
    reader: featureKeys.filter((key) => key.endsWith('.read')),
    'api-permission-global-admin': [...featureKeys],
  }
  await workForAllCustomers({ pool: database.worker }, async (transaction) => {
    await transaction.query('insert into customer (customer_id, name, is_provider) values ($1, $2, $3)', [
      customerId,
      `Customer ${customerId}`,
      options.isProvider ?? false,
    ])
    for (const [role, features] of Object.entries(roles)) {
      await transaction.query('insert into customer_role_feature (customer_id, role, features) values ($1, $2, $3)', [
        customerId,
        role,
        features,
      ])
    }
    await transaction.query("insert into customer_sign_in_rule (kind, value, customer_id) values ('email-domain', $1, $2)", [
      emailDomain,
      customerId,
    ])
  })
  return { customerId, emailDomain }
}

export async function createEntity(
  database: Database,
  customerId: string,
  entity: { name?: string; externalId?: string; tags?: Record<string, string>; type?: string; resourceGroup?: string } = {},
): Promise<{ entityId: string; name: string; externalId: string }> {
  const name = entity.name ?? `vm-${unique()}`
  const externalId =
    entity.externalId ?? `/subscriptions/${randomUUID()}/resourceGroups/rg-test/providers/Microsoft.Compute/virtualMachines/${name}`
  const { rows } = await workForAllCustomers({ pool: database.worker }, (transaction) =>
    transaction.query<{ entity_id: string }>(
      `insert into entity (customer_id, external_id, external_key, name, host_name, type, source, tags, resource_group)
       values ($1, $2, $3, $4, $5, $6, 'test', $7, $8) returning entity_id`,
      [
        customerId,
        externalId,
        externalKeyOf(externalId),
        name,
        hostNameOf(name),
        entity.type ?? 'microsoft.compute/virtualmachines',
        entity.tags ?? {},
        entity.resourceGroup ?? null,
      ],
    ),
  )
  return { entityId: rows[0]?.entity_id ?? '', name, externalId }
}

/** Returns the secret, as a sender would hold it. */
export async function createIngestToken(database: Database, customerId: string, options: { isProvider?: boolean } = {}): Promise<string> {
  const secret = `vakt_ing_${randomBytes(32).toString('base64url')}`
  await workForAllCustomers({ pool: database.worker }, (transaction) =>
    transaction.query('insert into ingest_token (customer_id, is_provider, name, token_hash) values ($1, $2, $3, $4)', [
      customerId,
      options.isProvider ?? false,
      'test',
      createHash('sha256').update(secret).digest(),
    ]),
  )
  return secret
}
