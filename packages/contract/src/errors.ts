import { nullable, object, type Static, Type } from './schema.ts'

/**
 * One thing that is wrong. `property` names the field (empty when it is none); `message` is English; the key translates it; `limit` is the
 * bound that the text of the key speaks of, for keys such as `form.too_long`.
 */
export const FieldError = object({
  property: Type.String(),
  message: Type.String(),
  message_translation_key: nullable(Type.String()),
  limit: Type.Optional(Type.Integer()),
})
export type FieldError = Static<typeof FieldError>

/** Someone who can give a right that is missing. */
export const Granter = object({ name: Type.String(), email: Type.String() })
export type Granter = Static<typeof Granter>

/** The body of every answer that is not 2xx. */
export const ErrorAnswer = object({
  errors: Type.Array(FieldError),
  requestId: Type.String(),
  /** Where a feature is missing (403; `property` is then its key) or the account is disabled (401): who can change that. */
  grantedBy: Type.Optional(Type.Array(Granter, { maxItems: 3 })),
  /** Where someone else was first (409): the thing as it is now. */
  current: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
export type ErrorAnswer = Static<typeof ErrorAnswer>
