import type { MonitoringSource, SourceChecks } from '@vakt/contract/monitoring-sources/monitoring-sources.ts'
import type { Context } from '#server/platform/context.ts'
import { Conflict, Invalid } from '#server/platform/errors.ts'
import type { SecretBox } from '#server/platform/keys/secret-box.ts'
import { recordAction } from '#server/platform/record-action.ts'
import { changeLocked, presentChanged } from './manage-sources.ts'
import { writeSourceChecks } from './source-check-table.ts'

/** An audience alone proves nothing: any service account of Google can ask for a token with it. */
function checkGoogle({ googleAudience, googleEmail }: SourceChecks): void {
  if (googleAudience !== null && googleEmail === null)
    throw Invalid.field('googleEmail', 'Write the service account that signs the pushes.', 'monitoring_source.google_email_missing')
  if (googleEmail !== null && googleAudience === null)
    throw Invalid.field('googleAudience', 'Write the audience of the push subscription.', 'monitoring_source.google_audience_missing')
}

/** What senders must prove from now on; processes learn of it within seconds. The secret is never answered, nor in the audit log. */
export async function changeSourceChecks(
  context: Context,
  secrets: SecretBox,
  customerId: string,
  id: string,
  { version, grafanaSecret, ...checks }: SourceChecks & { version: number },
): Promise<MonitoringSource> {
  checkGoogle(checks)
  return changeLocked(context, customerId, id, async (transaction, before) => {
    const { sourceId, name } = before
    if (before.version !== version)
      throw Conflict.field('', 'Someone else has changed this source in the meantime.', 'monitoring_source.changed_meanwhile')
    const sealedGrafanaSecret = typeof grafanaSecret === 'string' ? secrets.seal(sourceId, Buffer.from(grafanaSecret)) : grafanaSecret
    await writeSourceChecks(transaction, customerId, sourceId, { ...checks, sealedGrafanaSecret })
    const after = await presentChanged(transaction, customerId, sourceId, context.now)
    await recordAction(transaction, context, customerId, {
      action: 'monitoring-source.change-checks',
      target: sourceId,
      details: { name, hasNewSecret: typeof grafanaSecret === 'string', before: before.checks, after: after.checks },
    })
    return after
  })
}
