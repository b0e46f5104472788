import { correctWord, searchWords, withOpenEnds } from '@vakt/domain/search-words.ts'
import type { Context } from '#server/platform/context.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import type { SearchOrder, TicketSearch } from './ticket-filter.ts'
import {
  type FoundTickets,
  findSeenTicketIds,
  findTicketIds,
  findTicketIdsForAllCustomers,
  readUnknownWords,
  readUnknownWordsForAllCustomers,
} from './ticket-search-table.ts'

/** Up to so many, what is found is gathered first; beyond it the list is read in its order, and each ticket asked. */
const most = 2000

/** `order`: of the page before, where there was one. */
type Reader = { withPrivate: boolean; order: SearchOrder | undefined }
/** `onlyTicketsOf`: someone who sees only the tickets that they are the requester of. */
type CustomerReader = Reader & Pick<Context, 'limitedSight'> & { onlyTicketsOf?: string | undefined }

type ReadUnknown = (words: readonly string[]) => Promise<{ word: string; candidates: string[] }[]>

/** What someone searches for as terms: each word, and what a word that nothing begins with may have been meant to be. */
async function readTerms(words: string[], readUnknown: ReadUnknown): Promise<string> {
  const long = words.filter((word) => word.length >= 4)
  const unknown = long.length > 0 ? await readUnknown(long) : []
  const corrections = new Map(unknown.map(({ word, candidates }) => [word, correctWord(word, candidates)]))
  return JSON.stringify(withOpenEnds(words).map((open, index) => [open, ...(corrections.get(words[index] ?? '') ?? [])]))
}

/** Words hold letters and digits only. */
const queryOfAny = (words: readonly string[]) => words.map((word) => `'${word}':*`).join(' | ')

function settle(words: readonly string[], { ids, query }: FoundTickets, order: SearchOrder | undefined): TicketSearch | null {
  if (query === null) return null
  const isTooMuch = ids !== null && ids.length > most && order !== 'relevance'
  return { ids: order === 'newest' || isTooMuch ? null : ids, query, written: queryOfAny(words) }
}

/** Null where nothing can be found. */
export async function searchTickets(
  transaction: Transaction,
  customerId: string,
  text: string,
  { withPrivate, order, onlyTicketsOf, limitedSight }: CustomerReader,
): Promise<TicketSearch | null> {
  const reader = { withPrivate, order, most: most + 1 }
  const words = searchWords(text)
  if (words.length === 0) return null
  const terms = await readTerms(words, (long) => readUnknownWords(transaction, customerId, long, reader))
  const findSeen = () => findSeenTicketIds(transaction, customerId, terms, { ...reader, requesterId: onlyTicketsOf })
  if (onlyTicketsOf) return settle(words, await findSeen(), order)
  const found = await findTicketIds(transaction, customerId, terms, reader)
  // Those are of the whole customer: so many of them say nothing about how many the reader sees.
  return settle(words, limitedSight && found.ids && found.ids.length > most ? await findSeen() : found, order)
}

/** For the provider, who reads private comments too. */
export async function searchTicketsForAllCustomers(
  transaction: Transaction,
  text: string,
  { customer, order }: { customer: string[] | undefined; order: SearchOrder | undefined },
): Promise<TicketSearch | null> {
  const words = searchWords(text)
  if (words.length === 0) return null
  const reader = { withPrivate: true, order, most: most + 1 }
  const [only] = customer?.length === 1 ? customer : []
  const terms = await readTerms(words, (long) =>
    only ? readUnknownWords(transaction, only, long, reader) : readUnknownWordsForAllCustomers(transaction, customer ?? null, long),
  )
  return settle(words, await findTicketIdsForAllCustomers(transaction, terms, { ...reader, customer }), order)
}
