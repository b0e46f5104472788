import { nullable, object, type Static, Type } from './schema.ts'

/** One thing that is wrong. `property` names the field (empty when it is none); `message` is English; the key translates it. */
export const FieldError = object({
  property: Type.String(),
  message: Type.String(),
  message_translation_key: nullable(Type.String()),
})
export type FieldError = Static<typeof FieldError>

/** The body of every answer that is not 2xx. */
export const ErrorAnswer = object({ errors: Type.Array(FieldError), requestId: Type.String() })
export type ErrorAnswer = Static<typeof ErrorAnswer>
