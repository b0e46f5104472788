import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { maxPeriodDays, periodOfDays, type ReportPeriod, readPeriod, stepPeriod, writePeriod } from '@vakt/domain/reports/report-period.ts'
import { nameGroup } from '@vakt/domain/reports/write-period.ts'
import { useLanguage } from '#web/platform/language.ts'
import { serverNow } from '#web/platform/server-clock.ts'
import { useTexts } from '#web/platform/texts.ts'
import { FilterSelect } from '#web/ui/filters/filter-select.tsx'
import { PeriodFilter } from '#web/ui/filters/period-filter.tsx'
import { ErrorState } from '#web/ui/page/error-state.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { groupsQuery, monthsQuery } from './report-queries.ts'
import { reportsTexts } from './reports.texts.ts'

const today = () => new Date(serverNow()).toISOString().slice(0, 10)

type ReportChoicesProps = {
  customerId: string
  /** Of the report that is shown. */
  period?: ReportPeriod
  group?: readonly string[]
}

/** The period and the tag group of a report; another choice opens that report. */
export function ReportChoices({ customerId, period, group = [] }: ReportChoicesProps) {
  const words = useTexts(reportsTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const groups = useQuery(groupsQuery(customerId)).data
  const open = (chosen: ReportPeriod, values: readonly string[]) =>
    void navigate({
      to: '/reports/$customerId/$groupId/report/$reportId',
      params: { customerId, groupId: 'builtin', reportId: 'monthly' },
      search: { period: writePeriod(chosen), ...(values.length > 0 ? { group: [...values] } : {}) },
    })
  /** Of the month before this one, as without any choice. */
  function openLatest() {
    const current = readPeriod(today().slice(0, 7))
    if (current) open(stepPeriod(current, -1), group)
  }
  function choosePeriod({ from, to }: { from?: string | undefined; to?: string | undefined }) {
    if (!from && !to) return openLatest()
    const last = to ?? today()
    const chosen = periodOfDays(from ?? last, last)
    if (!chosen) showToast(words.periodWrong(maxPeriodDays), 'failure')
    else if (chosen.firstDay > today()) showToast(words.periodToCome, 'failure')
    else open(chosen, group)
  }
  const key = JSON.stringify(group)
  return (
    <>
      <PeriodFilter label={words.choosePeriod} from={period?.firstDay} to={period?.lastDay} onChange={choosePeriod} />
      {period && groups && groups.groups.length > 0 ? (
        <FilterSelect
          label={groups.tagKeys.join(' / ')}
          value={group.length > 0 ? [key] : []}
          options={groups.groups.map(({ values, resources }) => ({
            value: JSON.stringify(values),
            label: nameGroup(
              values.map((value) => value || null),
              language,
            ),
            count: resources,
          }))}
          onChange={(chosen) => open(period, JSON.parse(chosen.find((one) => one !== key) ?? '[]'))}
        />
      ) : null}
    </>
  )
}

/** Says that months or groups are missing among the choices; nothing while they are there. */
export function ChoicesFailed({ customerId }: { customerId: string }) {
  const words = useTexts(reportsTexts)
  const [months, groups] = [useQuery(monthsQuery(customerId)), useQuery(groupsQuery(customerId))]
  const failed = [months, groups].filter(({ data, isError }) => isError && data === undefined)
  if (!failed[0]) return null
  return (
    <ErrorState
      title={words.choicesFailed}
      error={failed[0].error}
      onRetry={() => {
        for (const one of failed) void one.refetch()
      }}
    />
  )
}
