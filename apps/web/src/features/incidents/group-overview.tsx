import type { IncidentOverview } from '@vakt/contract/incidents/incidents.ts'
import { type Severity, type SeverityCounts, severities } from '@vakt/contract/severity.ts'
import { ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTexts } from '#web/platform/texts.ts'
import { severityTexts } from '#web/shared/severity/severity.texts.ts'
import { SeverityMark, SeverityShape } from '#web/shared/severity/severity-mark.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import type { DashboardPageData, GroupRow } from './dashboard-page-data.ts'
import type { DashboardSearch } from './dashboard-search.ts'
import styles from './group-overview.module.css'
import { incidentTexts } from './incidents.texts.ts'
import { OpenIncidents } from './open-incidents.tsx'
import { openNowTexts } from './open-now.texts.ts'
import { changeOpenedGroups, findOpenedGroup, type OpenedGroup } from './opened-groups.ts'

type Opening = {
  customerId: string
  search: DashboardSearch
  /** Why no health is known of groups without an open incident; null where something was received lately. */
  silence: string | null
  onOpen: (group: OpenedGroup, isOpen: boolean) => void
}
type GroupOverviewProps = Omit<Opening, 'onOpen'> & {
  overview: IncidentOverview
  data: DashboardPageData
  /** The groups that are to be open. */
  onOpen: (opened: string[]) => void
}

const goodShownAtFirst = 40

/** The tag groups, those that need a person first. A name or a count opens the incidents behind it in place. */
export function GroupOverview({ overview, data, customerId, search, silence, onOpen }: GroupOverviewProps) {
  const opening: Opening = {
    customerId,
    search,
    silence,
    onOpen: (group, isOpen) => onOpen(changeOpenedGroups(search.open, group, isOpen)),
  }
  const words = useTexts(incidentTexts)
  const openWords = useTexts(openNowTexts)
  const [showsAll, setShowsAll] = useState(false)
  const nameOf = (path: string[]) => path.at(-1) || words.without(overview.tagKeys[path.length - 1] ?? '')
  const unmatched = data.unmatched > 0 ? <UnmatchedItem counts={overview.unmatched} {...opening} /> : null
  const good = showsAll ? data.allGood : data.allGood.slice(0, goodShownAtFirst)
  return (
    <>
      {data.open > 0 ? (
        <section className={styles.section} data-part="attention" aria-labelledby="groups-attention">
          <div className={styles.head}>
            <h2 id="groups-attention">{words.needAttention}</h2>
            {overview.tagKeys.length > 0 ? <span>{words.groupedBy(overview.tagKeys.join(`${words.andThen} `))}</span> : null}
          </div>
          <ul className={styles.groups}>
            {data.needAttention.map((row, index) => (
              <Fragment key={row.path[0]}>
                {index === data.worseThanUnmatched ? unmatched : null}
                <GroupItem row={isSingle(row) ? (row.children[0] ?? row) : row} level={1} nameOf={nameOf} {...opening} />
                {(isSingle(row) ? [] : row.children.filter(isUnwell)).map((child) => (
                  <GroupItem key={child.path[1]} row={child} level={2} nameOf={nameOf} {...opening} />
                ))}
                <HealthyChildren rows={row.children.filter((child) => !isUnwell(child))} silence={silence} nameOf={nameOf} />
              </Fragment>
            ))}
            {data.worseThanUnmatched >= data.needAttention.length ? unmatched : null}
          </ul>
        </section>
      ) : null}
      {data.allGood.length > 0 ? (
        <section className={styles.section} data-part="good" aria-labelledby="groups-good">
          <div className={styles.head}>
            <h2 id="groups-good">{silence ? openWords.noneOpenNow : words.good}</h2>
            <span>{[words.healthyGroups(data.allGood.length), silence].filter(Boolean).join(' · ')}</span>
          </div>
          <ul className={styles.groups}>
            {good.map((row) => (
              <Fragment key={row.path[0]}>
                <GroupItem row={row} level={1} nameOf={nameOf} {...opening} />
                {row.children.length > 1 || row.children[0]?.path[1] ? (
                  <HealthyChildren rows={row.children} silence={silence} nameOf={nameOf} />
                ) : null}
              </Fragment>
            ))}
          </ul>
          {good.length < data.allGood.length ? (
            <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
              {words.showGroups(data.allGood.length)}
            </button>
          ) : null}
        </section>
      ) : null}
    </>
  )
}

/** With one environment only, which is named on the line of its group. */
const isSingle = (row: GroupRow) => row.children.length === 1 && Boolean(row.children[0]?.path[1])

const isUnwell = (row: GroupRow) => sumCounts(row.counts) > 0

type HealthyChildrenProps = Pick<Opening, 'silence'> & { rows: GroupRow[]; nameOf: (path: string[]) => string }

/** What is well within a group, in one line. */
function HealthyChildren({ rows, silence, nameOf }: HealthyChildrenProps) {
  const words = useTexts(incidentTexts)
  const openWords = useTexts(openNowTexts)
  const word = silence ? openWords.noneOpenNow : words.good
  if (rows.length === 0) return null
  return (
    <li className={styles.healthyChildren} aria-label={`${word}: ${rows.map((row) => nameOf(row.path)).join(', ')}`}>
      {rows.map((row) => (
        <span key={row.path[1]} className={styles.healthyChild} title={`${word} · ${words.entities(row.entities)}`}>
          <SeverityShape level={silence ? 'planning' : 'good'} size={11} /> {nameOf(row.path)}
        </span>
      ))}
    </li>
  )
}

type GroupItemProps = Opening & { row: GroupRow; level: 1 | 2; nameOf: (path: string[]) => string }

function GroupItem({ row, level, nameOf, customerId, search, silence, onOpen }: GroupItemProps) {
  const words = useTexts(incidentTexts)
  const name = nameOf(row.path)
  const fullName = row.path.map((_, index) => nameOf(row.path.slice(0, index + 1))).join(' / ')
  const opened = findOpenedGroup(search.open, row.path)
  return (
    <li className={styles.item} data-level={level} data-open={opened ? true : undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.name}
          aria-expanded={opened !== undefined}
          aria-label={words.openGroup(fullName)}
          title={name}
          onClick={() => onOpen({ path: row.path }, !opened || opened.severity !== undefined)}
        >
          <ChevronRight className={styles.chevron} size={16} aria-hidden="true" />
          {level === 1 ? row.path.map((_, index) => nameOf(row.path.slice(0, index + 1))).join(' · ') : name}
        </button>
        <Counts
          counts={row.counts}
          silence={silence}
          name={fullName}
          active={opened?.severity}
          onOpen={(severity) => onOpen({ path: row.path, severity }, opened?.severity !== severity)}
        />
        <span className={styles.entities}>{words.entities(row.entities)}</span>
      </div>
      {opened ? <OpenIncidents customerId={customerId} search={search} group={opened} name={fullName} onChange={onOpen} /> : null}
    </li>
  )
}

function UnmatchedItem({ counts, customerId, search, silence, onOpen }: Opening & { counts: SeverityCounts }) {
  const words = useTexts(incidentTexts)
  const opened = findOpenedGroup(search.open, null)
  return (
    <li className={styles.item} data-level={1} data-open={opened ? true : undefined}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.name}
          data-quiet
          aria-expanded={opened !== undefined}
          onClick={() => onOpen({ path: null }, !opened || opened.severity !== undefined)}
        >
          <ChevronRight className={styles.chevron} size={16} aria-hidden="true" />
          {words.unmatched}
        </button>
        <Counts
          counts={counts}
          silence={silence}
          name={words.unmatched}
          active={opened?.severity}
          onOpen={(severity) => onOpen({ path: null, severity }, opened?.severity !== severity)}
        />
      </div>
      {opened ? <OpenIncidents customerId={customerId} search={search} group={opened} name={words.unmatched} onChange={onOpen} /> : null}
    </li>
  )
}

type CountsProps = Pick<Opening, 'silence'> & {
  counts: SeverityCounts
  name: string
  active: Severity | undefined
  onOpen: (severity: Severity) => void
}

function Counts({ counts, silence, name, active, onOpen }: CountsProps) {
  const words = useTexts(incidentTexts)
  const levels = useTexts(severityTexts)
  const openWords = useTexts(openNowTexts)
  if (severities.every((severity) => counts[severity] === 0)) {
    return <span>{silence ? <SeverityMark level="planning" label={openWords.noneOpenNow} /> : <SeverityMark level="good" />}</span>
  }
  return (
    <span className={styles.counts}>
      {severities.map((severity) =>
        counts[severity] === 0 ? null : (
          <button
            key={severity}
            type="button"
            className={styles.count}
            aria-pressed={active === severity}
            aria-label={words.countIn(levels.counted(severity, counts[severity]), name)}
            onClick={() => onOpen(severity)}
          >
            <SeverityMark level={severity} label={levels.counted(severity, counts[severity])} />
          </button>
        ),
      )}
    </span>
  )
}
