import { object, type Static, Type } from './schema.ts'

/** What a call about many rows did: how many were changed, and why the others were not. Of these nothing was. */
export const ManyOutcome = object({
  changed: Type.Integer(),
  refused: Type.Array(object({ id: Type.String(), message: Type.String(), message_translation_key: Type.String() })),
})
export type ManyOutcome = Static<typeof ManyOutcome>

/** The id of a row that is counted. */
export const numericId = () => Type.String({ pattern: '^[1-9][0-9]{0,17}$' })
