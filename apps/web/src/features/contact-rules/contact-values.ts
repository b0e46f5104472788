import type { ContactPreference, ContactRule } from '@vakt/contract/contact-rules.ts'
import type { ContactChannel } from '@vakt/contract/deliveries/delivery-states.ts'
import type { Severity } from '@vakt/contract/severity.ts'

/** `second` is empty where nothing more happens. */
export type RuleValues = {
  severities: Severity[]
  isLimited: boolean
  hours?: { opens: string; closes: string }
  first: ContactChannel
  second: ContactChannel | ''
  minutes?: number | ''
}

export type ContactValues = { isQuiet: boolean; quietHours?: { opens: string; closes: string }; rules: RuleValues[] }

const night = { opens: '22:00', closes: '06:00' }

export const newRule: RuleValues = { severities: ['critical'], isLimited: false, hours: night, first: 'push', second: 'voice', minutes: 5 }

const ruleValuesOf = ({ severities, hours, first, second, minutes }: ContactRule): RuleValues => ({
  severities: [...severities],
  isLimited: hours !== null,
  hours: hours ?? night,
  first,
  second: second ?? '',
  minutes,
})

export const valuesOf = ({ rules, quietHours }: ContactPreference): ContactValues => ({
  isQuiet: quietHours !== null,
  quietHours: quietHours ?? night,
  rules: rules.map(ruleValuesOf),
})

export const preferenceOf = ({ isQuiet, quietHours, rules }: ContactValues, version: number): ContactPreference => ({
  rules: rules.map(({ severities, isLimited, hours, first, second, minutes }) => ({
    severities,
    hours: isLimited && hours ? hours : null,
    first,
    second: second === '' ? null : second,
    minutes: Number(minutes) || 5,
  })),
  quietHours: isQuiet && quietHours ? quietHours : null,
  version,
})
