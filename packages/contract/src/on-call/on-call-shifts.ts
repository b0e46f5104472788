import { shiftAccess } from '@vakt/contract/features.ts'
import { operation } from '@vakt/contract/operation.ts'
import { moment, nullable, object, oneLine, oneOf, type Static, Type } from '@vakt/contract/schema.ts'
import { lookAheadDays, OnCallPerson } from './on-call.ts'

const span = { scheduleId: Type.String(), schedule: Type.String(), from: moment(), to: moment() }

export const OwnShift = object({
  ...span,
  /** It comes from an override, such as a swap. */
  isOverride: Type.Boolean(),
  /** It goes on past the days that are looked ahead, at whose end `to` is. */
  isOpenEnded: Type.Boolean(),
})
export type OwnShift = Static<typeof OwnShift>

export const listOwnShifts = operation({
  summary: `The shifts of the user in the next ${lookAheadDays} days, and the hours that they were and will be on call`,
  method: 'GET',
  path: '/on-call/shift',
  access: shiftAccess,
  result: object({
    shifts: Type.Array(OwnShift),
    /** Of the last 30 days and of the next 30. */
    hours: object({ past: Type.Number(), coming: Type.Number() }),
    /** Colleagues who can take a shift. */
    colleagues: Type.Array(OnCallPerson),
  }),
})

export const swapStates = ['open', 'accepted', 'refused', 'withdrawn', 'expired'] as const
export type SwapState = (typeof swapStates)[number]

export const ShiftSwap = object({
  swapId: Type.String(),
  ...span,
  /** Whose shift it is, and who is asked to take it. */
  asker: object({ userId: Type.String(), name: Type.String() }),
  asked: object({ userId: Type.String(), name: Type.String() }),
  note: Type.String(),
  /** The user offers it; else they are asked. */
  isOwn: Type.Boolean(),
  state: oneOf(swapStates),
  askedAt: moment(),
  answeredAt: nullable(moment()),
})
export type ShiftSwap = Static<typeof ShiftSwap>

export const listShiftSwaps = operation({
  summary: 'The swaps that the user asked for or is asked for: the open ones first, then those answered last, at most 50',
  method: 'GET',
  path: '/on-call/swap',
  access: shiftAccess,
  result: Type.Array(ShiftSwap),
})

export const NewShiftSwap = object({
  scheduleId: Type.String({ format: 'uuid' }),
  from: moment(),
  to: moment(),
  /** Who is asked. */
  userId: Type.String({ format: 'uuid' }),
  note: Type.Optional(oneLine({ maxLength: 200 })),
})
export type NewShiftSwap = Static<typeof NewShiftSwap>

export const askForSwap = operation({
  summary: 'Offer a shift of one’s own, or a part of it, to a colleague, who is notified',
  method: 'POST',
  path: '/on-call/swap',
  access: shiftAccess,
  announces: { content: ['on-call-shifts', 'on-call'], to: 'staff' },
  recordsItself: ['on-call.swap-ask'],
  tokenAccess: null,
  body: NewShiftSwap,
  result: object({ swapId: Type.String() }),
})

export const answerSwap = operation({
  summary: 'Accept a shift, which makes an override, or refuse it. Only for who is asked',
  method: 'PUT',
  path: '/on-call/swap/:swapId',
  access: shiftAccess,
  announces: { content: ['on-call-shifts', 'on-call'], to: 'staff' },
  recordsItself: ['on-call.override', 'on-call.swap-accept'],
  tokenAccess: null,
  body: object({ accepts: Type.Boolean() }),
})

export const withdrawSwap = operation({
  summary: 'Take back the offer of a shift that is not answered yet',
  method: 'DELETE',
  path: '/on-call/swap/:swapId',
  access: shiftAccess,
  announces: { content: ['on-call-shifts', 'on-call'], to: 'staff' },
  recordsItself: ['on-call.swap-withdraw'],
  tokenAccess: null,
})

export const getShiftCalendar = operation({
  summary: 'Whether the user has a secret calendar address (iCalendar) of their shifts',
  method: 'GET',
  path: '/on-call/shift-calendar',
  access: shiftAccess,
  result: object({ feed: nullable(object({ createdAt: moment(), createdBy: Type.String(), lastReadAt: nullable(moment()) })) }),
})

export const createShiftCalendar = operation({
  summary: 'Create a secret calendar address of one’s shifts; an earlier one stops working. The only answer that shows it',
  method: 'POST',
  path: '/on-call/shift-calendar',
  access: shiftAccess,
  announces: { content: ['on-call-shifts'], to: 'user' },
  recordsItself: ['on-call.calendar-create'],
  showsSecret: true,
  tokenAccess: null,
  result: object({ path: Type.String({ description: 'Below the origin of the portal' }) }),
})

export const revokeShiftCalendar = operation({
  summary: 'Revoke the secret calendar address of one’s shifts',
  method: 'DELETE',
  path: '/on-call/shift-calendar',
  access: shiftAccess,
  announces: { content: ['on-call-shifts'], to: 'user' },
  recordsItself: ['on-call.calendar-revoke'],
  tokenAccess: null,
})

export const readShiftCalendar = operation({
  summary: 'The shifts of a person as iCalendar, for who knows the secret address',
  method: 'GET',
  path: '/on-call-calendar/:secret',
  access: 'public',
  fileAnswer: true,
})
