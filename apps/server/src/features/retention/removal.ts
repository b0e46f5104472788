import type { RetentionKind } from '@vakt/contract/retention/retention-terms.ts'
import type { RemoveBatch } from '#server/platform/jobs/remove-in-batches.ts'

/** What a feature removes once the term of its kind is over. */
export type Removal = { kind: RetentionKind; removes: string; remove: RemoveBatch }
