import { nullable, object, oneOf, type Static, Type, timeZoneName } from '@vakt/contract/schema.ts'

export const recurrenceKinds = ['once', 'daily', 'weekly', 'monthly', 'cron'] as const

/** When something starts, once or again and again, by the clocks of a time zone. */
export const Recurrence = object({
  timeZone: timeZoneName(),
  /** The date and time of day of the first start, in that zone; nothing starts before. */
  startsAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d$', messages: { pattern: 'recurrence.start_missing' } }),
  repeats: oneOf(recurrenceKinds),
  /** Weekly on these, 0 is Monday; otherwise left as they are. */
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7 }),
  /** Monthly on this day, in months that have it; null: on the last day of each month. */
  monthDay: nullable(Type.Integer({ minimum: 1, maximum: 31 })),
  /** Five fields, in the zone. */
  cron: Type.String({ maxLength: 100 }),
  /** The last day on which it may start, in the zone; null: no end. */
  endsOn: nullable(Type.String({ format: 'date' })),
  /** Ends after so many starts; null: no end. */
  endsAfter: nullable(Type.Integer({ minimum: 1, maximum: 1000 })),
})
export type Recurrence = Static<typeof Recurrence>
