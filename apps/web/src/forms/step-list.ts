import type { Form } from './create-form.ts'

export type FormStep<Values> = {
  /** Stands in the address: `?step=recipients`. */
  name: string
  title: string
  /** The fields of this step, by their names. */
  fields: readonly (keyof Values & string)[]
}

/** After the last step: what was filled in, before it is sent. */
export const summaryStep = 'summary'

/**
 * The step that the address asks for, but none behind one in which something is still wrong: there is nothing to sum up yet. The first
 * where it names none that there is.
 */
export function reachableStep<Values>(form: Form<Values>, steps: readonly FormStep<Values>[], wanted: string | undefined): string {
  const names = [...steps.map(({ name }) => name), summaryStep]
  const firstWrong = steps.findIndex(({ fields }) => form.findWrong(fields) !== null)
  const last = firstWrong < 0 ? steps.length : firstWrong
  return names[Math.min(Math.max(names.indexOf(wanted ?? ''), 0), last)] ?? summaryStep
}

/** The step in which something is wrong; undefined when all is well. */
export function wrongStep<Values>(form: Form<Values>, steps: readonly FormStep<Values>[]): string | undefined {
  const wrong = form.findWrong()?.split('.')[0]
  return steps.find(({ fields }) => fields.some((name) => name === wrong))?.name
}
