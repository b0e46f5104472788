import type { Move, MovingAccount, MovingOutcome } from '#server/features/users/move-accounts.ts'

const headings: Record<MovingOutcome, (count: number) => string> = {
  moves: (count) => `${count} ${count === 1 ? 'account moves' : 'accounts move'} when the owner signs in with the same verified address:`,
  twice: (count) => `${count} do not move, because several accounts have the address:`,
  new: (count) => `${count} do not move, because someone has signed in with the address at the new provider already:`,
  no_address: (count) => `${count} do not move, because no address is known:`,
}
const order: readonly MovingOutcome[] = ['moves', 'twice', 'new', 'no_address']

const lineOf = ({ customerId, name, email, issuer }: MovingAccount) => `  ${name} <${email}> of customer ${customerId}, from ${issuer}`

/** Who moves and who does not, in sentences, for the one who decides. */
export function describeMoves(accounts: readonly MovingAccount[], { issuer }: Pick<Move, 'issuer'>): string {
  if (accounts.length === 0) return `Every account is of ${issuer} already: there is nothing to move.`
  const parts = order.flatMap((outcome) => {
    const rows = accounts.filter((account) => account.outcome === outcome)
    return rows.length > 0 ? [headings[outcome](rows.length), ...rows.map(lineOf)] : []
  })
  return [`To ${issuer}:`, ...parts].join('\n')
}
