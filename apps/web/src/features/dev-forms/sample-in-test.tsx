import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '#web/testing/render-part.tsx'
import { SampleForm } from './sample-form.tsx'
import { SampleStates } from './sample-states.tsx'

/** The form with every kind of field. */
export const sample = page.getByRole('form', { name: /^(All kinds of field|Alla sorters fält)$/ })

/** Waits until the sample holds this value under this name. */
export async function holds(name: string, value: unknown): Promise<void> {
  const held = () => page.getByRole('complementary', { name: 'What the form holds' }).element().querySelector('pre')?.textContent
  await expect.poll(() => JSON.parse(held() || '{}')[name]).toEqual(value)
}

/** The form, and beside it all states of its fields; once its parts that are fetched on their own are there, too. */
export async function renderSample(): Promise<void> {
  renderPart(
    <main>
      <SampleForm />
      <SampleStates />
    </main>,
  )
  await expect.poll(() => sample.query()?.querySelector('input[type=file]')).toBeTruthy()
}
