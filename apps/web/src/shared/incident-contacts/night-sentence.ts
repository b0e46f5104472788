import type { ToldOf } from '@vakt/contract/incidents/incident-contacts.ts'
import type { Severity } from '@vakt/contract/severity.ts'
import type { nightTexts } from './night-sentence.texts.ts'

type Words = (typeof nightTexts)['en']

/** So many names the sentence says before it counts. */
const mostNames = 5

function mailed({ people, staff, staffCount }: ToldOf, words: Words): string[] {
  const names = [...people, ...staff]
  const counted = staff.length === 0 && staffCount > 0 ? [words.staff(staffCount)] : []
  return names.length > mostNames
    ? [...names.slice(0, mostNames), words.more(names.length - mostNames), ...counted]
    : [...names, ...counted]
}

function pagedOf({ paging, paged, unmanned }: ToldOf, words: Words, list: Intl.ListFormat): string | null {
  if (paging === 'none') return null
  const schedules = unmanned.length > 0 ? list.format(unmanned) : null
  if (paging === 'unmanned') return schedules ? words.unmanned(schedules) : words.noOneToPage
  const pages = words.pages(paged ?? words.onCall)
  return schedules ? words.insteadOf(pages, schedules) : pages
}

/** What an incident does at 02:00; null: nothing. */
function effectOf(told: ToldOf, words: Words, list: Intl.ListFormat): string | null {
  const names = mailed(told, words)
  const mails = names.length > 0 ? words.mails(list.format(names)) : null
  const pages = pagedOf(told, words, list)
  return mails && pages ? words.both(mails, pages) : (mails ?? pages)
}

/** Severities of which the same people are told, from the worst on. */
function groupsOf(told: readonly ToldOf[], words: Words, list: Intl.ListFormat): { severities: Severity[]; what: string | null }[] {
  const groups = Map.groupBy(told, (one) => effectOf(one, words, list))
  return [...groups].map(([what, of]) => ({ what, severities: of.map(({ severity }) => severity) }))
}

/** In one sentence who is told of what when an incident opens at 02:00. */
export function nightSentence(told: readonly ToldOf[], words: Words, locale: string): string {
  const list = new Intl.ListFormat(locale)
  const either = new Intl.ListFormat(locale, { type: 'disjunction' })
  const groups = groupsOf(told, words, list)
  const loud = groups.filter(({ what }) => what !== null)
  if (loud.length === 0) return words.noOne
  const parts = loud.map(({ severities, what }, index) => {
    const names = either.format(severities.map((severity) => words.one[severity]))
    return index === 0 ? words.first(names, what ?? '') : words.next(names, what ?? '')
  })
  const silent = groups.find(({ what }) => what === null)?.severities ?? []
  const rest = silent.length > 0 ? [words.silent(list.format(silent.map((severity) => words.many[severity])))] : []
  return words.sentence([...parts, ...rest].join('; '))
}

/** The worst that can be: no one is told of a critical incident. */
export const isSilentAtNight = (told: readonly ToldOf[]): boolean =>
  told.some(({ severity, people, staffCount, paging }) => severity === 'critical' && people.length + staffCount === 0 && paging !== 'paged')
