import type { ConnectorProblem } from '@vakt/contract/connectors.ts'
import type { SourceEntity } from '#server/features/entities/save-entities.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'

/** Why a source could not be read, as a word that the screens have a text for, and what the other side said. */
export class SourceFailure extends Error {
  readonly reason: ConnectorProblem
  readonly detail: string | null
  constructor(reason: ConnectorProblem, detail: string | null = null) {
    super(detail ? `${reason}: ${detail}` : reason)
    this.reason = reason
    this.detail = detail?.slice(0, 1000) ?? null
  }
}

/** What a source is given to ask with. */
export type SourceAccess<Settings> = {
  settings: Settings
  secret: string
  /** Ends whatever is under way. */
  signal: AbortSignal
}

/** What a trial of the connection found. */
type SourceTrial = { resources: number; containers: string[] }

/**
 * A cloud that entities come from. `read` gives pages of what there is; that it ends by itself means that everything was seen, and whatever
 * keeps it from that it throws. Only then is anything that was not seen held for missed.
 */
export type Source<Settings = never> = {
  read(access: SourceAccess<Settings>): AsyncGenerator<readonly SourceEntity[]>
  /** Throws a SourceFailure that says what is wrong. */
  test(access: SourceAccess<Settings>): Promise<SourceTrial>
}

type RunEnd = { runId: string; state: 'succeeded' | 'failed' | 'cut_off' }

/** What someone brings rather than a cloud that is asked: there is nothing to sign in to. A run that was cut off begins it again. */
export type Delivery = {
  read(context: Pick<Context, 'pool'>, customerId: string): AsyncGenerator<readonly SourceEntity[]>
  /** In the transaction that ends the run. `isWhole`: it was all there is, so that what was not in it was missed. */
  settle(transaction: Transaction, customerId: string, end: RunEnd): Promise<{ isWhole: boolean }>
}
