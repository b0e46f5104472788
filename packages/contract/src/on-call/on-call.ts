import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type, timeZoneName } from '@vakt/contract/schema.ts'

export const rotationUnits = ['hours', 'days', 'weeks'] as const

const timeOfDay = Type.String({ pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$', messages: { pattern: 'service_levels.time' } })
const dayHours = nullable(object({ opens: timeOfDay, closes: timeOfDay }))
/** From Monday on; a day that is null is closed. */
export const weekHours = () => nullable(Type.Array(dayHours, { minItems: 7, maxItems: 7 }))

const layerFields = {
  startsAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d$', messages: { pattern: 'on_call.start_missing' } }),
  every: Type.Integer({ minimum: 1, maximum: 1000, messages: { minimum: 'on_call.every_wrong', maximum: 'on_call.every_wrong' } }),
  unit: oneOf(rotationUnits),
  /** From Monday on; null: the layer counts at any time. */
  hours: weekHours(),
}

/** People of the provider who take turns, the first hand-over by the clocks of the schedule's zone. */
export const NewOnCallLayer = object({
  ...layerFields,
  people: Type.Array(Type.String({ format: 'uuid' }), { maxItems: 50 }),
})
export type NewOnCallLayer = Static<typeof NewOnCallLayer>

const scheduleFields = {
  name: oneLine({ pattern: '\\S', maxLength: 100, messages: { pattern: 'on_call.name_empty' } }),
  timeZone: timeZoneName(),
}

/** The later layers win over those before them. */
export const NewOnCallSchedule = object({ ...scheduleFields, layers: Type.Array(NewOnCallLayer, { minItems: 1, maxItems: 10 }) })
export type NewOnCallSchedule = Static<typeof NewOnCallSchedule>

/** `isGone`: disabled, or no longer one of the provider's people; their turns are gaps. */
export const OnCallPerson = object({ userId: Type.String(), name: Type.String(), email: Type.String(), isGone: Type.Boolean() })
export type OnCallPerson = Static<typeof OnCallPerson>

export const OnCallShift = object({
  /** Null: a gap, no one is on call. */
  person: nullable(OnCallPerson),
  from: moment(),
  to: moment(),
  /** From 0; null for an override and for a gap. */
  layer: nullable(Type.Integer()),
  overrideId: nullable(Type.String()),
  /** No one is on call because no layer counts then, as planned; false for other gaps. */
  isOutsideHours: Type.Boolean(),
})
export type OnCallShift = Static<typeof OnCallShift>

/** So many days a schedule is looked through for who is next, and for one’s own shifts. */
export const lookAheadDays = 60

export const OnCallSchedule = object({
  scheduleId: Type.String(),
  ...scheduleFields,
  layers: Type.Array(object({ ...layerFields, people: Type.Array(OnCallPerson) })),
  version: Type.Integer(),
  /** Who is on call at `asOf`. */
  now: OnCallShift,
  /** When someone else, or no one, takes over from that person; null: not within the days that are looked ahead. */
  until: nullable(moment()),
  /** The next other person within the days that are looked ahead. */
  next: nullable(OnCallShift),
  /** When no one is on call within the hours of the layers, of the 14 days ahead. */
  gaps: Type.Array(OnCallShift),
  asOf: moment(),
})
export type OnCallSchedule = Static<typeof OnCallSchedule>

export const listOnCallSchedules = operation({
  summary: 'The on-call schedules by name, each with who is on call now and next, and the gaps of the next 14 days',
  method: 'GET',
  path: '/admin/on-call',
  access: 'global-admin',
  result: Type.Array(OnCallSchedule),
})

export const listOnCallPeople = operation({
  summary: 'The people of the provider who can be on call, by name',
  method: 'GET',
  path: '/admin/on-call-people',
  access: 'global-admin',
  result: Type.Array(OnCallPerson),
})

export const createOnCallSchedule = operation({
  summary: 'Add an on-call schedule',
  method: 'POST',
  path: '/admin/on-call',
  access: 'global-admin',
  announces: { content: ['on-call'], to: 'staff' },
  recordsItself: ['on-call.create'],
  body: NewOnCallSchedule,
  result: OnCallSchedule,
})

const version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

export const saveOnCallSchedule = operation({
  summary: 'Change an on-call schedule from now on; who was on call before stays as it was',
  method: 'PUT',
  path: '/admin/on-call/:scheduleId',
  access: 'global-admin',
  announces: { content: ['on-call'], to: 'staff' },
  recordsItself: ['on-call.change'],
  body: object({ ...NewOnCallSchedule.properties, version }),
  result: OnCallSchedule,
})

export const removeOnCallSchedule = operation({
  summary: 'Remove an on-call schedule; who was on call stays on record',
  method: 'DELETE',
  path: '/admin/on-call/:scheduleId',
  access: 'global-admin',
  announces: { content: ['on-call'], to: 'staff' },
  recordsItself: ['on-call.remove'],
})

export const restoreOnCallSchedule = operation({
  summary: 'Bring a removed on-call schedule back',
  method: 'POST',
  path: '/admin/on-call/:scheduleId/restore',
  access: 'global-admin',
  announces: { content: ['on-call'], to: 'staff' },
  recordsItself: ['on-call.restore'],
  result: OnCallSchedule,
})

export const listOnCallShifts = operation({
  summary: 'Who is on call between two moments at most 100 days apart, and the turns of each layer; the next 14 days unless told',
  method: 'GET',
  path: '/admin/on-call/:scheduleId/shift',
  access: 'global-admin',
  query: object({ from: Type.Optional(moment()), to: Type.Optional(moment()) }),
  result: object({
    shifts: Type.Array(OnCallShift),
    /** In the order of the layers as they are now. */
    layers: Type.Array(Type.Array(OnCallShift)),
  }),
})

export const NewOnCallOverride = object({ userId: Type.String({ format: 'uuid' }), from: moment(), to: moment() })
export type NewOnCallOverride = Static<typeof NewOnCallOverride>

export const createOnCallOverride = operation({
  summary: 'Let another person be on call for a time, whatever the layers say',
  method: 'POST',
  path: '/admin/on-call/:scheduleId/override',
  access: 'global-admin',
  announces: { content: ['on-call'], to: 'staff' },
  recordsItself: ['on-call.override'],
  body: NewOnCallOverride,
  result: object({ overrideId: Type.String() }),
})

export const removeOnCallOverride = operation({
  summary: 'Remove an override; what is past of it stays on record',
  method: 'DELETE',
  path: '/admin/on-call/:scheduleId/override/:overrideId',
  access: 'global-admin',
  announces: { content: ['on-call'], to: 'staff' },
  recordsItself: ['on-call.override-remove'],
})
