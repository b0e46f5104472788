import { environmentAccess } from '@vakt/contract/features.ts'
import { type CustomDashboard, type DashboardTile, type TileKind, tileKinds, tileWidths } from '@vakt/contract/reports/custom-dashboards.ts'
import { GripVertical, Minus, Plus, Undo2, X } from 'lucide-react'
import { type CSSProperties, type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { withMoved } from '#web/forms/parts/row-order.ts'
import { useShownCustomer } from '#web/platform/shown-customer.ts'
import { useTexts } from '#web/platform/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckBox } from '#web/ui/controls/check-box.tsx'
import { PlainInput } from '#web/ui/controls/plain-input.tsx'
import { VisuallyHidden } from '#web/ui/display/visually-hidden.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { AskBeforeLeaving } from '#web/ui/page/ask-before-leaving.tsx'
import { failureText } from '#web/ui/page/failure-text.ts'
import { ListSkeleton } from '#web/ui/page/skeleton.tsx'
import { showToast } from '#web/ui/toast/toast.ts'
import { useSaveDashboard } from './custom-dashboard-queries.ts'
import styles from './custom-dashboards.module.css'
import { customDashboardTexts } from './custom-dashboards.texts.ts'
import { tileAccess } from './tile-access.ts'
import { TileContent } from './tile-content.tsx'
import { useTileDrag } from './use-tile-drag.ts'
import { useTileHistory } from './use-tile-history.ts'

const MetricChoice = lazy(() => import('./metric-choice.tsx'))

const maxTiles = 24
const wide: readonly TileKind[] = ['incidentTrend', 'incidentList', 'breachingTickets', 'metric']

type DashboardEditorProps = {
  customerId: string
  /** Null: a new one. */
  dashboard: CustomDashboard | null
  onSaved: (dashboardId: string) => void
  onCancel: () => void
}

/** Names a dashboard, shares it, and arranges its tiles by pointer or keys. */
export function DashboardEditor({ customerId, dashboard, onSaved, onCancel }: DashboardEditorProps) {
  const words = useTexts(customDashboardTexts)
  // What was opened stays, so that a change by someone else is noticed when this one is saved.
  const [before] = useState(dashboard)
  const save = useSaveDashboard(customerId, before)
  const [name, setName] = useState(before?.name ?? '')
  const [isShared, setShared] = useState(before?.isShared ?? false)
  const { tiles, canUndo, change, undo } = useTileHistory(before?.tiles ?? [])
  const [problem, setProblem] = useState<string | null>(null)
  const isDone = useRef(false)
  const first = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => first.current?.focus(), [])
  const start = { name: before?.name ?? '', isShared: before?.isShared ?? false, tiles: before?.tiles ?? [] }
  const isDirty = () => !isDone.current && JSON.stringify(start) !== JSON.stringify({ name, isShared, tiles })

  /** As everywhere; within a text the browser takes back what was typed. */
  function undoByKey(event: KeyboardEvent) {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isUndo || !canUndo || (event.target as Element).matches('input, textarea')) return
    event.preventDefault()
    undo()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') {
      setProblem(words.messages['custom_dashboard.name_empty'])
      first.current?.focus()
      return
    }
    try {
      const saved = await save.mutateAsync({ name, isShared, tiles: [...tiles] })
      isDone.current = true
      showToast(words.saved, 'success')
      onSaved(saved.dashboardId)
    } catch (error) {
      setProblem(failureText(error, { failed: words.notSaved, messages: words.messages, conflict: words.changed }))
    }
  }

  return (
    <form
      className={styles.page}
      aria-label={before ? words.edit : words.add}
      onSubmit={(event) => void send(event)}
      onKeyDown={undoByKey}
      noValidate
    >
      <AskBeforeLeaving when={isDirty} />
      <div className={styles.form}>
        <div className={styles.field}>
          <label htmlFor={id}>{words.name}</label>
          <PlainInput
            ref={first}
            id={id}
            required
            maxLength={80}
            value={name}
            aria-invalid={Object.values(words.messages).some((message) => message === problem) || undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <CheckBox label={words.isShared} checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
      </div>
      <AddTile customerId={customerId} isFull={tiles.length >= maxTiles} onAdd={(tile) => change([...tiles, tile])} />
      <EditedTiles customerId={customerId} tiles={tiles} onChange={change} />
      {problem ? (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      <div className={styles.actions}>
        <Button variant="default" disabled={!canUndo} leftSection={<Undo2 size={14} aria-hidden="true" />} onClick={undo}>
          {words.undo}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}

type AddTileProps = { customerId: string; isFull: boolean; onAdd: (tile: DashboardTile) => void }

function AddTile({ customerId, isFull, onAdd }: AddTileProps) {
  const words = useTexts(customDashboardTexts)
  const { can } = useShownCustomer()
  const [isChoosing, setChoosing] = useState(false)
  const add = (kind: TileKind, metric: DashboardTile['metric'] = null) =>
    onAdd({ tileId: crypto.randomUUID(), kind, width: wide.includes(kind) ? 2 : 1, metric })
  // A metric is found by its resource.
  const offered = tileKinds.filter((kind) => can(tileAccess[kind]) && (kind !== 'metric' || can(environmentAccess)))
  if (isFull) return <p className={styles.dim}>{words.full}</p>
  return (
    <fieldset className={styles.field}>
      <legend>{words.addTile}</legend>
      <div className={styles.add}>
        {offered.map((kind) => (
          <Button
            key={kind}
            variant="default"
            size="compact-md"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => (kind === 'metric' ? setChoosing(true) : add(kind))}
          >
            {words.kinds[kind]}
          </Button>
        ))}
      </div>
      <Dialog isOpen={isChoosing} title={words.kinds.metric} onClose={() => setChoosing(false)}>
        <Suspense fallback={<ListSkeleton rows={4} />}>
          <MetricChoice
            customerId={customerId}
            onChoose={(metric) => {
              add('metric', metric)
              setChoosing(false)
            }}
          />
        </Suspense>
      </Dialog>
    </fieldset>
  )
}

type EditedTilesProps = { customerId: string; tiles: readonly DashboardTile[]; onChange: (tiles: readonly DashboardTile[]) => void }

function EditedTiles({ customerId, tiles, onChange }: EditedTilesProps) {
  const words = useTexts(customDashboardTexts)
  const [said, setSaid] = useState('')
  const titleOf = ({ metric, kind }: DashboardTile) => metric?.name ?? words.kinds[kind]
  const ids = tiles.map(({ tileId }) => tileId)
  const drag = useTileDrag(ids, (tileId, to) => {
    const from = ids.indexOf(tileId)
    const [tile, moved] = [tiles[from], withMoved(tiles, from, to)]
    if (!tile || moved === tiles) return
    onChange(moved)
    setSaid(words.moved(titleOf(tile), to + 1, tiles.length))
  })
  const list = useRef<HTMLUListElement>(null)
  /** What was pressed may be gone: then its tile goes on, or the one that has taken its place. */
  const keepFocus = (index: number) =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return
      const handles = list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? []
      const next = handles[index] ?? handles[index - 1] ?? list.current?.closest('form')?.querySelector('fieldset button')
      if (next instanceof HTMLElement) next.focus()
    })
  const resize = (index: number, by: number) => {
    onChange(tiles.map((tile, place) => (place === index ? { ...tile, width: tile.width + by } : tile)))
    keepFocus(index)
  }
  return (
    <>
      <ul ref={list} className={styles.grid} aria-label={words.tiles}>
        {tiles.map((tile, index) => {
          const { tileId, width } = tile
          const title = titleOf(tile)
          return (
            <li
              key={tileId}
              data-tile={tileId}
              data-dragged={drag.dragged === tileId || undefined}
              className={styles.tile}
              style={{ '--width': width } as CSSProperties}
            >
              <div className={styles.tileHead}>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  className={styles.handle ?? ''}
                  data-handle
                  aria-label={words.move(title)}
                  onPointerDown={(event) => drag.start(event, tileId)}
                  onKeyDown={(event) => drag.moveByKey(event, tileId)}
                >
                  <GripVertical size={16} aria-hidden="true" />
                </Button>
                <h2 className={styles.tileTitle}>
                  <bdi>{title}</bdi>
                </h2>
                {width > 1 ? (
                  <Button variant="subtle" size="compact-sm" aria-label={words.narrower(title)} onClick={() => resize(index, -1)}>
                    <Minus size={16} aria-hidden="true" />
                  </Button>
                ) : null}
                {width < tileWidths.length ? (
                  <Button variant="subtle" size="compact-sm" aria-label={words.wider(title)} onClick={() => resize(index, 1)}>
                    <Plus size={16} aria-hidden="true" />
                  </Button>
                ) : null}
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={words.removeTile(title)}
                  onClick={() => {
                    onChange(tiles.filter((one) => one.tileId !== tileId))
                    keepFocus(index)
                  }}
                >
                  <X size={16} aria-hidden="true" />
                </Button>
              </div>
              <TileContent customerId={customerId} tile={tile} />
            </li>
          )
        })}
      </ul>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
