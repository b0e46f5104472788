import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { refreshMatching } from './live-refresh.ts'
import { queryClient } from './query.ts'
import { useRemoval } from './removal.ts'

afterEach(() => queryClient.clear())

/** A server of things, which answers the removal when the test says so. Each thing is asked for by the clock, as the list is. */
function createThings() {
  const asked = { list: 0, one: 0, notFound: 0 }
  const there = new Set(['a'])
  const removals: { answer(): void; refuse(): void }[] = []
  const readList = async () => ({ ids: [...there], time: ++asked.list })
  const readOne = async (id: string) => {
    asked.one++
    if (there.has(id)) return { id, time: asked.one }
    asked.notFound++
    throw new Error('not found')
  }
  const remove = (id: string) =>
    new Promise<void>((resolve, reject) => {
      there.delete(id)
      const refuse = () => {
        there.add(id)
        reject(new Error('refused'))
      }
      removals.push({ answer: resolve, refuse })
    })
  return { asked, there, removals, readList, readOne, remove }
}

function Things({ readList, readOne, remove }: ReturnType<typeof createThings>) {
  const [open, setOpen] = useState<string | null>('a')
  const list = useQuery({ queryKey: ['things', 'list'], queryFn: readList, refetchInterval: 5 })
  const removal = useRemoval(['things'], remove)
  return (
    <>
      <p>{`List: ${list.data?.ids.join(', ')}.`}</p>
      <button type="button" onClick={() => removal.mutate('a')}>
        Remove
      </button>
      <button type="button" onClick={() => setOpen(open === null ? 'a' : null)}>
        Panel
      </button>
      {open === null ? null : <Panel id={open} readOne={readOne} />}
    </>
  )
}

function Panel({ id, readOne }: { id: string; readOne: (id: string) => Promise<{ id: string; time: number }> }) {
  const one = useQuery({ queryKey: ['things', 'one', id], queryFn: () => readOne(id), refetchInterval: 5, staleTime: 0 })
  return <p>{one.data ? `Open: ${one.data.id}` : `Not there: ${one.status}`}</p>
}

/** The list has been asked for often enough meanwhile: the clock of the panel, of the same pace, had its turns too. */
async function letTheClocksTurn({ asked }: ReturnType<typeof createThings>) {
  const before = asked.list
  await expect.poll(() => asked.list).toBeGreaterThan(before + 10)
}

const noteChange = () => refreshMatching(({ queryKey }) => queryKey[0] === 'things')

test('what is being removed is not asked for again in its open panel, and what is restored is', async () => {
  const things = createThings()
  renderPart(<Things {...things} />, { client: queryClient })
  await expect.element(page.getByText('Open: a')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => things.removals.length).toBe(1)
  noteChange()
  await queryClient.invalidateQueries({ queryKey: ['things'] })
  await letTheClocksTurn(things)
  things.removals[0]?.answer()
  await expect.element(page.getByText('List: .')).toBeVisible()
  noteChange()
  await letTheClocksTurn(things)
  await expect.element(page.getByText('Open: a')).toBeVisible()
  expect(things.asked.notFound).toBe(0)

  await page.getByRole('button', { name: 'Panel' }).click()
  await expect.element(page.getByText('Open: a')).not.toBeInTheDocument()
  things.there.add('a')
  const before = things.asked.one
  await page.getByRole('button', { name: 'Panel' }).click()
  await expect.element(page.getByText('Open: a')).toBeVisible()
  await expect.poll(() => things.asked.one).toBeGreaterThan(before + 2)
})

test('what could not be removed is asked for as before', async () => {
  const things = createThings()
  renderPart(<Things {...things} />, { client: queryClient })
  await expect.element(page.getByText('Open: a')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => things.removals.length).toBe(1)
  things.removals[0]?.refuse()
  const before = things.asked.one
  await expect.poll(() => things.asked.one).toBeGreaterThan(before + 5)
  await expect.element(page.getByText('Open: a')).toBeVisible()
  expect(things.asked.notFound).toBe(0)
})
