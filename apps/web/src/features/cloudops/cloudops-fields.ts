import type { CloudOpsCalendar, CloudOpsPricing, CloudOpsService } from '@vakt/contract/cloudops.ts'
import { holidayRules } from '@vakt/contract/tickets/service-levels.ts'
import { useMemo } from 'react'
import type { FieldDefinition, Money, WeekHours } from '#web/forms/field-definition.ts'
import { isDay } from '#web/forms/week-hours.ts'
import { useTexts } from '#web/platform/texts.ts'
import { cloudOpsTexts } from './cloudops.texts.ts'
import { amountOf, minorOf } from './minor-units.ts'

export type ServiceValues = CloudOpsCalendar & {
  week: WeekHours
  description: string
  pricingKind: 'list' | CloudOpsPricing['kind']
  hourly: Money | null
  monthly: Money | null
}

const officeWeek = Array.from({ length: 7 }, (_, day) => (day < 5 ? { opens: '08:00', closes: '17:00' } : null))

export function valuesOf({ current, currency, timeZone }: CloudOpsService): ServiceValues {
  const pricing = current?.pricing
  // An amount of another currency is none of this one: staff write it again.
  const isCurrent = current?.currency === currency
  const isOwn = pricing && (pricing.kind !== 'hourly' || pricing.isOwn)
  const calendar = current?.calendar ?? { timeZone, alwaysOpen: false, week: officeWeek, holidays: 'sweden_with_eves', closedDays: [] }
  return {
    ...calendar,
    description: current?.description ?? '',
    pricingKind: isOwn ? pricing.kind : 'list',
    hourly: isCurrent && pricing?.kind === 'hourly' ? { amount: amountOf(pricing.hourlyMinor), currency } : null,
    monthly:
      isCurrent && pricing?.kind === 'custom' && pricing.monthlyMinor !== null
        ? { amount: amountOf(pricing.monthlyMinor), currency }
        : null,
  }
}

export const calendarOf = ({ timeZone, alwaysOpen, week, holidays, closedDays }: ServiceValues): CloudOpsCalendar => ({
  ...{ timeZone, alwaysOpen, week: [...week], holidays },
  closedDays: closedDays.filter(isDay),
})

/** Null: the price lists decide. */
export function pricingOf({ pricingKind, hourly, monthly }: ServiceValues): CloudOpsPricing | null {
  if (pricingKind === 'hourly') return { kind: 'hourly', hourlyMinor: minorOf(hourly?.amount ?? '0'), isOwn: true }
  if (pricingKind === 'custom') return { kind: 'custom', monthlyMinor: monthly ? minorOf(monthly.amount) : null }
  return pricingKind === 'free' ? { kind: 'free' } : null
}

/** Whether there is an amount to show: an hourly one may not be written yet, nor that of a month since the one in another currency `isEnded`. */
export function hasPrice(
  { pricingKind, hourly, monthly }: Pick<ServiceValues, 'pricingKind' | 'hourly' | 'monthly'>,
  isEnded: boolean,
): boolean {
  if (pricingKind === 'hourly') return hourly !== null
  return pricingKind !== 'custom' || monthly !== null || !isEnded
}

/** Only staff are asked for the price; for that of a month, which may be settled elsewhere, where they had set one in another currency. */
export function useServiceFields(
  { current, currency }: Pick<CloudOpsService, 'current' | 'currency'>,
  isStaff: boolean,
): FieldDefinition<ServiceValues>[] {
  const words = useTexts(cloudOpsTexts)
  const asksForMonth = current?.pricing.kind === 'custom' && current.pricing.monthlyMinor !== null && current.currency !== currency
  return useMemo(() => {
    const isByHours = ({ alwaysOpen }: ServiceValues) => !alwaysOpen
    const kinds = ['list', 'hourly', 'custom', 'free'] as const
    return [
      { type: 'switch', name: 'alwaysOpen', label: words.around },
      { type: 'weekhours', name: 'week', label: words.hours, render: isByHours },
      {
        type: 'radiogroup',
        name: 'holidays',
        label: words.holidays,
        options: holidayRules.map((value) => ({ value, label: words.holidayRules[value] })),
        render: isByHours,
      },
      {
        type: 'textmultiple',
        name: 'closedDays',
        label: words.closedDays,
        help: words.closedDaysHelp,
        render: isByHours,
        validator: { condition: (days) => days.every(isDay), message: words.dayWrong },
      },
      {
        type: 'filterselect',
        name: 'timeZone',
        label: words.timeZone,
        options: [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value })),
        render: isByHours,
      },
      {
        type: 'select',
        name: 'pricingKind',
        label: words.pricing,
        options: kinds.map((value) => ({ value, label: words.pricingKinds[value] })),
        render: () => isStaff,
      },
      {
        type: 'money',
        name: 'hourly',
        label: words.hourlyPrice,
        currencies: [currency],
        render: ({ pricingKind }) => isStaff && pricingKind === 'hourly',
        validator: { condition: (price) => price !== null, message: words.amountMissing },
      },
      {
        type: 'money',
        name: 'monthly',
        label: words.monthlyPrice,
        ...(asksForMonth ? {} : { help: words.monthlyPriceHelp }),
        currencies: [currency],
        render: ({ pricingKind }) => isStaff && pricingKind === 'custom',
        validator: { condition: (price) => price !== null || !asksForMonth, message: words.amountMissing },
      },
      { type: 'textarea', name: 'description', label: words.description, help: words.descriptionHelp },
    ]
  }, [words, currency, isStaff, asksForMonth])
}
