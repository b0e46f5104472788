import type { ConnectorProblem } from '@vakt/contract/connectors.ts'
import { type AzureAddresses, askAzure } from './azure-request.ts'
import { SourceFailure } from './source.ts'

/** What the sign-in's error numbers mean to the person who filled in the form. */
const problemsByNumber: Record<string, ConnectorProblem> = {
  '7000215': 'secret_wrong',
  '7000216': 'secret_wrong',
  '7000222': 'secret_expired',
  '700016': 'application_unknown',
  '700027': 'secret_wrong',
  '90002': 'tenant_unknown',
  '900023': 'tenant_unknown',
  '7000112': 'application_disabled',
}

function toProblem(description: string): ConnectorProblem {
  const number = /AADSTS(\d+)/.exec(description)?.[1]
  return problemsByNumber[number ?? ''] ?? 'sign_in_refused'
}

/** An access token for the service principal; `scope` is that of Azure Resource Manager unless it is given. */
export async function signInToAzure(
  addresses: AzureAddresses,
  { tenantId, clientId, secret, scope }: { tenantId: string; clientId: string; secret: string; scope?: string },
  signal: AbortSignal,
): Promise<string> {
  const { login, management } = addresses
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    scope: scope ?? `${management}/.default`,
  }
  const url = `${login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`
  const { status, body } = await askAzure(addresses, url, { method: 'POST', body: new URLSearchParams(form) }, signal)
  if (status === 200 && typeof body.access_token === 'string') return body.access_token
  if (status === 429) throw new SourceFailure('throttled')
  if (status >= 500) throw new SourceFailure('azure_failed', `${status}`)
  const description = String(body.error_description ?? body.error ?? `The sign-in answered ${status}.`)
  // The first line says it; then follow trace ids and the time.
  throw new SourceFailure(toProblem(description), description.split(/\r?\n| Trace ID/)[0] ?? null)
}
