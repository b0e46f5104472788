import type { InfiniteData } from '@tanstack/react-query'
import type { EntityGroup, ListedEntity } from '@vakt/contract/entities/entity-list.ts'
import type { Page } from '@vakt/contract/operation.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { MaybeOfCustomer } from '#web/shared/customers/list-scope.tsx'
import { ReadableName, ReadableType } from '#web/shared/entities/readable-name.tsx'
import { SeverityCountList } from '#web/shared/severity/severity-counts.tsx'
import { SeverityMark } from '#web/shared/severity/severity-mark.tsx'
import { sumCounts } from '#web/shared/severity/sum-counts.ts'
import type { Column } from '#web/ui/table/row-table.tsx'
import { EntityIcon } from './entity-icon.tsx'
import styles from './entity-list.module.css'
import type { entityListTexts } from './entity-list.texts.ts'

type EntityListWords = (typeof entityListTexts)['en']

/** Over all customers each entity says whose it is. */
export type EntityRow = ListedEntity & MaybeOfCustomer

/** A row of the list: an entity, the head of a group, or what stands where more of a group is on its way. */
export type ListItem =
  | { kind: 'entity'; key: string; entity: EntityRow }
  | { kind: 'group'; key: string; group: EntityGroup; name: string; isOpen: boolean; onToggle: () => void }
  | { kind: 'more'; key: string; hasFailed: boolean; onReach: () => void }

const itemsOfEntities = new WeakMap<EntityRow, ListItem>()

/** The same for the same entity, whose row is then not drawn again when others are loaded behind it. */
export function itemOf(entity: EntityRow): ListItem {
  const known = itemsOfEntities.get(entity)
  if (known) return known
  const item: ListItem = { kind: 'entity', key: entity.entityId, entity }
  itemsOfEntities.set(entity, item)
  return item
}

/** The pages of a list of entities as rows. */
export const toItems = (data: InfiniteData<Page<ListedEntity>>): InfiniteData<Page<ListItem>> => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, result: page.result.map(itemOf) })),
})

const shownTags = 2
const dim = (text: ReactNode) => <span className={styles.dim}>{text}</span>

/** The type without the provider that it begins with, as people say it. */
function Health({ entity: { health, openIncidents }, words }: { entity: ListedEntity; words: EntityListWords }) {
  if (health.mark === 'incident') return <SeverityCountList counts={openIncidents} />
  if (health.mark === 'good') return <SeverityMark level="good" />
  return <SeverityMark level="planning" label={<span className={styles.why}>{words[health.mark]}</span>} />
}

/** Tags that the customer groups by first, as many as there is room for. */
function Tags({ tags, first }: { tags: ListedEntity['tags']; first: readonly string[] }) {
  const all = Object.entries(tags).sort(([one], [other]) => rank(first, one) - rank(first, other) || (one < other ? -1 : 1))
  if (all.length === 0) return dim('–')
  return (
    <span className={styles.tags} title={all.map(([key, value]) => `${key}: ${value}`).join('\n')}>
      {all.slice(0, shownTags).map(([key, value]) => (
        <span key={key} className={styles.tag}>
          {value || key}
        </span>
      ))}
      {all.length > shownTags ? dim(`+${all.length - shownTags}`) : null}
    </span>
  )
}

const rank = (first: readonly string[], key: string) => (first.includes(key) ? first.indexOf(key) : first.length)

function GroupHead({ item, words }: { item: ListItem & { kind: 'group' }; words: EntityListWords }) {
  const Chevron = item.isOpen ? ChevronDown : ChevronRight
  return (
    <button type="button" data-row-link className={styles.groupHead} aria-expanded={item.isOpen} onClick={item.onToggle}>
      <span className={styles.groupInside}>
        <Chevron size={16} aria-hidden="true" />
        <bdi className={styles.groupName}>{item.name}</bdi> <span className={styles.count}>{words.entities(item.group.entities)}</span>
      </span>
    </button>
  )
}

function MoreRows({ item, words }: { item: ListItem & { kind: 'more' }; words: EntityListWords }) {
  const { hasFailed, onReach } = item
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it comes into sight
  useEffect(() => {
    if (!hasFailed) onReach()
  }, [item.key, hasFailed])
  if (!hasFailed) return dim(words.loadingRows)
  return (
    <span role="alert">
      {words.rowsFailed}{' '}
      <button type="button" data-row-link className={styles.retry} onClick={onReach}>
        {words.retry}
      </button>
    </span>
  )
}

type ColumnsProps = { words: EntityListWords; tagKeys: readonly string[]; link: (entity: EntityRow) => ReactNode }

export function entityColumns({ words, tagKeys, link }: ColumnsProps): Column<ListItem>[] {
  const of = (draw: (entity: EntityRow) => ReactNode, group?: (item: ListItem & { kind: 'group' }) => ReactNode) => (item: ListItem) =>
    item.kind === 'entity' ? draw(item.entity) : item.kind === 'group' ? (group?.(item) ?? null) : null
  return [
    {
      key: 'name',
      label: words.name,
      phone: 'first',
      sort: 'name',
      cell: (item) =>
        item.kind === 'group' ? (
          <GroupHead item={item} words={words} />
        ) : item.kind === 'more' ? (
          <MoreRows item={item} words={words} />
        ) : (
          <span className={styles.name}>
            <span className={styles.icon}>
              <EntityIcon type={item.entity.type} />
            </span>
            {link(item.entity)}
            {item.entity.stale ? (
              <span className={styles.flag} title={words.staleText}>
                {words.isStale}
              </span>
            ) : null}
            {item.entity.hidden ? <span className={styles.flag}>{words.isHidden}</span> : null}
          </span>
        ),
    },
    {
      key: 'health',
      label: words.health,
      width: '10rem',
      phone: 'second',
      sort: 'severity',
      cell: of(
        (entity) => <Health entity={entity} words={words} />,
        ({ group }) => (sumCounts(group.bySeverity) > 0 ? <SeverityCountList counts={group.bySeverity} /> : dim('–')),
      ),
    },
    {
      key: 'type',
      label: words.type,
      width: '13rem',
      phone: 'second',
      sort: 'type',
      cell: of((entity) => <ReadableType of={entity} className={styles.dim} />),
    },
    {
      key: 'resourceGroup',
      label: words.resourceGroup,
      width: '12rem',
      phone: 'hidden',
      sort: 'resourceGroup',
      cell: of(({ resourceGroup }) => <span title={resourceGroup ?? undefined}>{resourceGroup ?? dim('–')}</span>),
    },
    { key: 'tags', label: words.tags, width: '14.5rem', phone: 'hidden', cell: of(({ tags }) => <Tags tags={tags} first={tagKeys} />) },
    {
      key: 'region',
      label: words.region,
      width: '8.5rem',
      phone: 'hidden',
      sort: 'region',
      cell: of(({ region }) => dim(region ? <ReadableName of="region" value={region} /> : '–')),
    },
  ]
}
