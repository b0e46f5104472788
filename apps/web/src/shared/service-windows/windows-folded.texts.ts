import { texts } from '#web/platform/texts.ts'

/** Several service windows in one line. */
export const windowsFoldedTexts = texts(
  {
    heldUntil: (time: string) => `Alerts held until ${time}`,
    holding: (n: number) => `Alerts held by ${n} service windows`,
    awaits: (n: number) => `${n} ${n === 1 ? 'awaits' : 'await'} approval`,
  },
  {
    heldUntil: (time) => `Larm pausas till ${time}`,
    holding: (n) => `Larm pausas av ${n} servicefönster`,
    awaits: (n) => `${n} väntar på godkännande`,
  },
)
