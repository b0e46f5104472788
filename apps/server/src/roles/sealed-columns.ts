import { chatAddressColumn } from '#server/features/chat-destinations/chat-destination-table.ts'
import { connectorSecretColumn } from '#server/features/connectors/connector-table.ts'
import type { ConnectorSettings } from '#server/features/connectors/run-connectors.ts'
import { sourceSecretColumn } from '#server/features/monitoring-sources/source-check-table.ts'
import type { WebhookSettings } from '#server/features/webhooks/manage-webhooks.ts'
import { webhookSecretColumn } from '#server/features/webhooks/webhook-table.ts'
import type { Context } from '#server/platform/context.ts'
import { workForAllCustomers } from '#server/platform/database/transaction.ts'
import { readRootKeyId } from '#server/platform/keys/installation-secret-table.ts'
import { installationBox, type Keyring } from '#server/platform/keys/keyring.ts'
import { reencryptSecrets } from '#server/platform/keys/reencrypt-secrets.ts'
import type { SealedColumn } from '#server/platform/keys/sealed-column-table.ts'
import { createSecretBox } from '#server/platform/keys/secret-box.ts'
import { sealPlainProviderKeys } from '#server/platform/sign-in/provider-keys.ts'

type Boxes = { keyring: Keyring; webhooks: Pick<WebhookSettings, 'secrets'>; connectors: Pick<ConnectorSettings, 'secrets'> }

const providerBox = (keyring: Keyring) => createSecretBox(keyring, 'provider keys')

/** What the secrets of monitoring sources are encrypted with. */
export const sourceBox = (keyring: Keyring) => createSecretBox(keyring, 'monitoring source secrets')

/** What the addresses of chats are encrypted with. */
export const chatBox = (keyring: Keyring) => createSecretBox(keyring, 'chat addresses')

/** Every column of the database with encrypted values. The installation's comes first: processes without its key are refused from then on. */
export const sealedColumns = ({ keyring, webhooks, connectors }: Boxes): SealedColumn[] => [
  { table: 'installation_secret', id: 'name', column: 'sealed', box: installationBox(keyring) },
  { table: 'oidc_secret', id: 'name', column: 'sealed', box: providerBox(keyring) },
  { ...webhookSecretColumn, box: webhooks.secrets },
  { ...connectorSecretColumn, box: connectors.secrets },
  { ...sourceSecretColumn, box: sourceBox(keyring) },
  { ...chatAddressColumn, box: chatBox(keyring) },
]

/** One pass over all of them. */
export async function reencryptAllSecrets(context: Context, boxes: Boxes, stopping: AbortSignal): Promise<void> {
  const { keyring } = boxes
  if (context.now >= keyring.reencryptLegacyFrom) await sealPlainProviderKeys(context.pool, providerBox(keyring))
  await reencryptSecrets(context, { keyring, columns: sealedColumns(boxes) }, stopping)
}

/**
 * The passes of one worker. Of workers whose `SECRET_KEY` begins with different keys only the one that started last encrypts with its own: the
 * others see after a pass of their own that another key has taken over, and leave everything as it is. Otherwise they would take turns for ever.
 */
export function createReencryption(boxes: Boxes): (context: Context, stopping: AbortSignal) => Promise<void> {
  const first = boxes.keyring.keys[0]?.id
  let hasFinished = false
  let hasYielded = false
  return async (context, stopping) => {
    if (hasYielded) return
    const current = hasFinished ? await workForAllCustomers(context, readRootKeyId) : first
    hasYielded = current !== first
    if (hasYielded) {
      const message = 'another worker has another first key in SECRET_KEY: this one encrypts nothing again until it is restarted'
      context.log.warn({ job: 'reencrypt-secrets', key: first, current }, message)
      return
    }
    await reencryptAllSecrets(context, boxes, stopping)
    hasFinished = !stopping.aborted
  }
}
