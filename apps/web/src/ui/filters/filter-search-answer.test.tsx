import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectTexts } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { FilterSelect } from './filter-select.tsx'

type Find = (text: string) => Promise<string[]>

function Resources({ find, kept }: { find: Find; kept: string[] }) {
  const [typed, setTyped] = useState<string>()
  const [value, setValue] = useState<string[]>(kept)
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: ['resources-of-test', typed],
    queryFn: () => find(typed ?? ''),
    enabled: typed !== undefined,
    placeholderData: (before) => before,
  })
  const found = data ?? []
  return (
    <div id="content">
      <FilterSelect
        label="Resource"
        value={value}
        options={[...kept.filter((name) => !found.includes(name)), ...found].map((name) => ({ value: name, label: name }))}
        onSearch={setTyped}
        answered={isPending || isPlaceholderData ? undefined : typed}
        onChange={setValue}
      />
      <p>{`Chosen: ${value.join(', ')}.`}</p>
    </div>
  )
}

/** Each search is answered when the test says so. */
function renderResources(kept: string[] = []) {
  const asked = new Map<string, (names: string[]) => void>()
  renderPart(<Resources kept={kept} find={(text) => new Promise((resolve) => asked.set(text, resolve))} />)
  return async (text: string, names: string[]) => {
    await expect.poll(() => asked.has(text)).toBe(true)
    asked.get(text)?.(names)
  }
}

const rows = page.getByRole('option')
const isChosen = (names: string) => expect.element(page.getByText(`Chosen: ${names}.`)).toBeVisible()

test('Enter in a filter waits for the answer to what was typed', async () => {
  const answer = renderResources()
  await page.getByRole('button', { name: 'Resource' }).click()
  await answer('', ['vm-1', 'vm-2'])
  await expectTexts(rows, ['vm-1', 'vm-2'])
  await userEvent.keyboard('db{Enter}')
  await expectTexts(rows, ['vm-1', 'vm-2'])
  await answer('db', ['db-1', 'db-2'])
  await isChosen('db-1')
  await userEvent.keyboard('{Enter}')
  await isChosen('')
  await userEvent.keyboard('x{Enter}')
  await answer('dbx', [])
  await expectTexts(rows, [])
  await isChosen('')
})

test('Enter in a filter takes off nothing that is only shown because it is chosen', async () => {
  const answer = renderResources(['vm-9'])
  await page.getByRole('button', { name: 'Resource: vm-9' }).click()
  await answer('', ['vm-1'])
  await expectTexts(rows, ['vm-9', 'vm-1'])
  await userEvent.keyboard('db{Enter}')
  await answer('db', ['db-1'])
  await isChosen('vm-9, db-1')
  await userEvent.keyboard('x{Enter}')
  await answer('dbx', [])
  await expectTexts(rows, ['vm-9'])
  await isChosen('vm-9, db-1')
})
