import type { WindowPreview } from '@vakt/contract/service-windows/service-window-occurrences.ts'
import { type NewServiceWindow, type WindowScope, windowLimits } from '@vakt/contract/service-windows/service-windows.ts'
import { offsetMinutesAt } from '@vakt/domain/recurrence.ts'
import { describeSchedule } from '@vakt/domain/service-windows/describe-schedule.ts'
import { scopeKeysOf } from '@vakt/domain/service-windows/scope-key.ts'
import { cronExpressionOf, occurrencesAfter, repeatsOf } from '@vakt/domain/service-windows/window-schedule.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { checkSchedule } from './check-window.ts'
import { readCovered } from './scope-table.ts'

const namedEntities = 100
const emptyScope: WindowScope = { everything: false, entityIds: [], resourceGroups: [], tags: [], metrics: [] }
const nothing = { entities: 0, covered: [], openIncidents: 0, withOpenIncidents: [] }

type Asked = Pick<NewServiceWindow, 'schedule' | 'durationInSeconds'> & { scope: Partial<WindowScope> | null }

/** What a schedule and a scope mean, before anything is saved. Throws Invalid as creating it would. */
export async function previewWindow(
  context: Context,
  customerId: string,
  { schedule, durationInSeconds, scope: asked }: Asked,
): Promise<WindowPreview> {
  const scope = asked && { ...emptyScope, ...asked }
  checkSchedule({ schedule, durationInSeconds }, context.now)
  const cronExpression = cronExpressionOf(schedule)
  const spans = occurrencesAfter({ schedule, durationInSeconds }, context.now, windowLimits.upcomingStarts)
  const keys = scope ? scopeKeysOf(scope) : []
  const covered =
    scope && keys.length > 0
      ? await inTransaction(context, customerId, (transaction) =>
          readCovered(transaction, customerId, { keys, entityIds: scope.entityIds, named: namedEntities }),
        )
      : nothing
  return {
    repeats: repeatsOf(schedule),
    cronExpression,
    cronDescription: describeSchedule(schedule, cronExpression),
    starts: spans.map(({ startsAt, endsAt }) => ({
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
      offsetMinutes: offsetMinutesAt(schedule, startsAt),
    })),
    ...covered,
  }
}
