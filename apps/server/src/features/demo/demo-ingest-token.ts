import { deriveSecret } from '#server/platform/derive-secret.ts'

/** The ingest token of a demo customer: the same at each start of an installation. */
export function demoIngestToken(masterSecret: string, customerId: string): string {
  return `vakt_ing_${deriveSecret(masterSecret, `demo ingest token ${customerId}`).toString('base64url')}`
}
