import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boxOf, expectCount, expectTexts, press } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { SearchChoice } from './search-choice.tsx'

const people = ['Anna Ek', 'Bertil Ek', 'Cecilia Ros']
const first = [{ value: 'me', label: 'Myself' }]

/** A server of people, which answers each search when the test says so. */
function renderSearch({ withFirst = false } = {}) {
  const chosen: string[] = []
  const asked = new Map<string, { answer: (names?: string[]) => void; refuse: () => void }>()
  const find = (q: string) =>
    new Promise<{ value: string; label: string }[]>((resolve, reject) => {
      const answer = (names = people.filter((name) => name.includes(q))) => resolve(names.map((name) => ({ value: name, label: name })))
      asked.set(q, { answer, refuse: () => reject(new Error('refused')) })
    })
  renderPart(
    <SearchChoice
      label="Person"
      queryKey={['people-of-test']}
      find={find}
      nothingFound="No one found"
      {...(withFirst ? { first } : {})}
      onChoose={(value) => chosen.push(value)}
    />,
    { client: new QueryClient({ defaultOptions: { queries: { retry: false } } }) },
  )
  const answer = async (q: string, names?: string[]) => {
    await expect.poll(() => asked.has(q)).toBe(true)
    asked.get(q)?.answer(names)
  }
  const refuse = async (q: string) => {
    await expect.poll(() => asked.has(q)).toBe(true)
    asked.get(q)?.refuse()
  }
  return { chosen, answer, refuse }
}

const search = page.getByRole('combobox', { name: 'Person' })
const rows = page.getByRole('option')
const isBusy = (busy: boolean) => expect.element(search).toHaveAttribute('aria-busy', String(busy))

/** The rows of nothing typed stand there, then something is typed. */
async function type(text: string, answer: (q: string) => Promise<void>): Promise<void> {
  await answer('')
  await expectTexts(rows, people)
  await search.fill(text)
  await isBusy(true)
}

test('Enter before the answer to what was typed waits for it and chooses its first row', async () => {
  const { chosen, answer } = renderSearch()
  await type('Ros', answer)
  await press(search, 'Enter')
  await press(search, 'Enter')
  expect(chosen).toEqual([])
  await answer('Ros')
  await expect.poll(() => chosen).toEqual(['Cecilia Ros'])
  await press(search, 'Enter')
  expect(chosen).toEqual(['Cecilia Ros', 'Cecilia Ros'])
})

test('while the answer to what was typed is missing no row of the former one is marked', async () => {
  const { answer } = renderSearch()
  await type('Ros', answer)
  await expectTexts(rows, people)
  await expectCount(page.getByRole('option', { selected: true }), 0)
  await expect.element(search).not.toHaveAttribute('aria-activedescendant')
  await answer('Ros')
  await expectTexts(page.getByRole('option', { selected: true }), ['Cecilia Ros'])
})

for (const { what, undo } of [
  { what: 'a further letter', undo: () => search.fill('Ek') },
  { what: 'Escape', undo: () => userEvent.keyboard('{Escape}') },
  { what: 'leaving the field', undo: async () => (await search.findElement()).blur() },
  { what: 'an arrow', undo: () => userEvent.keyboard('{ArrowDown}') },
])
  test(`an Enter that waits is forgotten by ${what}`, async () => {
    const { chosen, answer } = renderSearch()
    await type('E', answer)
    await press(search, 'Enter')
    await undo()
    const typed = (search.element() as HTMLInputElement).value
    await answer(typed)
    await isBusy(false)
    await expectTexts(rows, ['Anna Ek', 'Bertil Ek'])
    expect(chosen).toEqual([])
  })

test('an answer without rows chooses nothing and says so, and so does one that never came', async () => {
  const { chosen, answer, refuse } = renderSearch()
  await type('Xerxes', answer)
  await press(search, 'Enter')
  await answer('Xerxes')
  await expect.element(page.getByText('No one found')).toBeVisible()
  await search.fill('Ros')
  await press(search, 'Enter')
  await refuse('Ros')
  await expect.element(page.getByRole('status').filter({ hasText: 'Try again' })).toBeVisible()
  await search.fill('')
  await expectTexts(rows, people)
  expect(chosen).toEqual([])
})

test('a row that the arrows marked is chosen where the answer has it, and no other in its place', async () => {
  const { chosen, answer } = renderSearch()
  await type('Ek', answer)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await answer('Ek', ['Didrik Ek', 'Bertil Ek'])
  await expect.poll(() => chosen).toEqual(['Bertil Ek'])
  await search.fill('Ros')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await answer('Ros', ['Cecilia Ros', 'Evert Ros'])
  await expectTexts(rows, ['Cecilia Ros', 'Evert Ros'])
  expect(chosen).toEqual(['Bertil Ek'])
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual(['Bertil Ek', 'Cecilia Ros'])
})

test('Enter before the first answer does not take the row above it', async () => {
  const { chosen, answer } = renderSearch({ withFirst: true })
  await expectTexts(rows, ['Myself'])
  await press(search, 'Enter')
  expect(chosen).toEqual([])
  await answer('')
  await expect.poll(() => chosen).toEqual(['Anna Ek'])
})

test('a click chooses the row that is seen, and none when the answer puts another in its place before the button is let go', async () => {
  const { chosen, answer } = renderSearch()
  await type('Ek', answer)
  await rows.nth(1).click()
  expect(chosen).toEqual(['Bertil Ek'])
  const { left, top, height } = boxOf(rows.nth(0))
  await userEvent.pointer([{ coords: { x: left + 5, y: top + height / 2 } }, '[MouseLeft>]'])
  await answer('Ek', ['Didrik Ek', 'Bertil Ek'])
  await expectTexts(rows, ['Didrik Ek', 'Bertil Ek'])
  await userEvent.pointer('[/MouseLeft]')
  await isBusy(false)
  expect(chosen).toEqual(['Bertil Ek'])
})
