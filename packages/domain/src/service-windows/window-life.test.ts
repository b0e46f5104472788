import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalAfterChange, approvedEndOf, endAfterChange } from './change-window.ts'
import { decideHold } from './decide-hold.ts'
import { approvalOf, decideDue, decideRelease, type Occurrence as Timed } from './occurrence-life.ts'

const sequences = Number(process.env.WINDOW_SEQUENCES) || 500
const stepsOfSequence = 32
const firstSeed = Number(process.env.WINDOW_SEED) || 1
const minute = 60_000
const day = 24 * 60 * minute

function randomFrom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Occurrence = Timed & { id: number; plannedEndsAt: number; isSettled: boolean }
type Scope = { entity: number | null; env: string | null; metrics: string[] }
type Window = {
  id: number
  enabled: boolean
  approval: 'waiting' | 'approved' | 'refused' | null
  scope: Scope
  startsAt: number
  isDaily: boolean
  durationInSeconds: number
  occurrences: Occurrence[]
}
type Hold = { occurrence: number; outcome: 'held' | 'recovered' | 'held-on' | 'raised'; isEscalation: boolean }
type Alert = {
  entity: number
  metric: string | null
  state: 'firing' | 'resolved'
  isCritical: boolean
  hasIncident: boolean
  holds: Hold[]
}
type World = { now: number; lastId: number; envs: string[]; windows: Window[]; alerts: Alert[] }

const covers = ({ entity, env }: Scope, alert: Alert, { envs }: World) =>
  (entity === null || entity === alert.entity) && (env === null || env === envs[alert.entity])

/** The latest occurrence that has begun of each window that covers the alert, as the server asks for them. */
function holdingOf(world: World, alert: Alert) {
  const candidates = world.windows.flatMap((window) => {
    const latest = window.occurrences.filter(({ startsAt }) => startsAt <= world.now).toSorted((a, b) => b.startsAt - a.startsAt)[0]
    if (!latest || !covers(window.scope, alert, world)) return []
    const unsettled = window.occurrences.filter(({ isSettled }) => !isSettled)
    return {
      ...{ ...latest, occurrenceId: String(latest.id), serviceWindowId: String(window.id), reason: '', enabled: window.enabled },
      ...{ approval: approvalOf(window.approval, latest, unsettled), metrics: window.scope.metrics },
    }
  })
  return decideHold(alert.metric, candidates, world.now).map(({ occurrenceId }) => Number(occurrenceId))
}

function hold(alert: Alert, occurrences: readonly number[], isEscalation: boolean) {
  for (const occurrence of occurrences) {
    const known = alert.holds.find((one) => one.occurrence === occurrence)
    if (!known) alert.holds.push({ occurrence, outcome: 'held', isEscalation })
    else
      Object.assign(known, { isEscalation: known.outcome === 'held' ? known.isEscalation && isEscalation : isEscalation, outcome: 'held' })
  }
}

/** Gives an alert that fires its incident, unless a window holds it. */
function raise(world: World, alert: Alert) {
  const holding = holdingOf(world, alert)
  if (holding.length === 0) alert.hasIncident = true
  hold(alert, holding, false)
}

function send(world: World, { entity, metric, isCritical }: Pick<Alert, 'entity' | 'metric' | 'isCritical'>, isFiring: boolean) {
  const known = world.alerts.find((one) => one.entity === entity && one.metric === metric)
  if (!isFiring) {
    if (known?.state !== 'firing') return
    Object.assign(known, { state: 'resolved', hasIncident: false })
    for (const one of known.holds) if (one.outcome === 'held') one.outcome = 'recovered'
    return
  }
  if (known?.state === 'firing') {
    const isWorse = isCritical && !known.isCritical
    known.isCritical = isCritical
    if (isWorse && known.hasIncident) hold(known, holdingOf(world, known), true)
    return
  }
  const alert: Alert = known ?? { entity, metric, state: 'firing', isCritical, hasIncident: false, holds: [] }
  if (!known) world.alerts.push(alert)
  Object.assign(alert, { state: 'firing', isCritical })
  raise(world, alert)
}

/** What an occurrence holds no longer. Those that `isKept` says so about are left. */
function release(world: World, occurrence: number, isKept: (alert: Alert) => boolean = () => false) {
  for (const alert of world.alerts) {
    const held = alert.holds.find((one) => one.occurrence === occurrence && one.outcome === 'held')
    if (!held || isKept(alert)) continue
    const { state, hasIncident } = alert
    const others = holdingOf(world, alert).filter((id) => id !== occurrence)
    const outcome = decideRelease({ state, hasIncident, isEscalation: held.isEscalation }, others.length > 0)
    held.outcome = outcome
    if (outcome === 'held-on') hold(alert, others, held.isEscalation)
    if (outcome === 'raised') alert.hasIncident = true
  }
}

function plan(world: World, window: Window, notBefore = world.now) {
  const first = window.startsAt
  const end = first + window.durationInSeconds * 1000
  const skipped = window.isDaily ? Math.max(0, Math.ceil((notBefore - end) / day)) : 0
  for (let index = skipped; index < skipped + (window.isDaily ? 3 : 1); index++) {
    const startsAt = first + index * day
    const endsAt = startsAt + window.durationInSeconds * 1000
    if (endsAt <= world.now || (startsAt < notBefore && notBefore !== world.now)) continue
    if (window.occurrences.some((one) => one.startsAt === startsAt)) continue
    const marks = { isReminded: false, isStarted: false, isToRecheck: false, approvedEndsAt: null, isSettled: false }
    window.occurrences.push({ id: ++world.lastId, startsAt, endsAt, settlesAt: endsAt, plannedEndsAt: endsAt, ...marks })
  }
}

/** The worker looks at a window. */
function advance(world: World, window: Window) {
  const unsettled = window.occurrences.filter(({ isSettled }) => !isSettled).toSorted((a, b) => a.startsAt - b.startsAt)
  const approvals = unsettled.map((one) => approvalOf(window.approval, one, unsettled))
  for (const [index, occurrence] of unsettled.entries()) {
    const due = decideDue(occurrence, { approval: approvals[index] ?? null, minutesBefore: null }, world.now)
    occurrence.isReminded ||= due.reminds
    occurrence.isStarted ||= due.starts
    if (due.forgetsExtension) {
      occurrence.endsAt = occurrence.approvedEndsAt ?? occurrence.endsAt
      occurrence.approvedEndsAt = null
      window.approval = 'approved'
    }
    if (due.settles) {
      occurrence.isSettled = true
      release(world, occurrence.id)
    } else if (due.rechecks) {
      release(world, occurrence.id, (alert) => holdingOf(world, alert).includes(occurrence.id))
      occurrence.isToRecheck = false
    }
    assert.ok(due.settles || (due.next !== null && due.next > world.now), 'the worker comes again when something is due')
    if (occurrence.startsAt > world.now) break
  }
}

const ongoingOf = ({ occurrences }: Window, now: number) =>
  occurrences.find(({ isSettled, startsAt, endsAt }) => !isSettled && startsAt <= now && endsAt > now)
const clearExtensions = ({ occurrences }: Window) => {
  for (const one of occurrences) one.approvedEndsAt = null
}
const removePlanned = (window: Window, now: number) => {
  window.occurrences = window.occurrences.filter(({ startsAt }) => startsAt <= now)
}

function endNow({ now }: World, window: Window, raiseNow: boolean) {
  const ongoing = ongoingOf(window, now)
  if (!ongoing) return
  const { approvedEndsAt, endsAt } = ongoing
  Object.assign(ongoing, { endsAt: now, settlesAt: raiseNow ? now : (approvedEndsAt ?? endsAt), approvedEndsAt: null, isSettled: false })
  if (approvedEndsAt !== null && window.approval === 'waiting') window.approval = 'approved'
}

function createSteps(world: World, random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const scope = (): Scope => ({
    entity: pick([null, null, 0, 1, 2]),
    env: pick([null, null, 'prod', 'test']),
    metrics: pick([[], [], [], ['cpu'], ['disk']]),
  })
  const duration = () => 60 * pick([5, 20, 60, 90])
  const startsIn = (minutes: number) => Math.floor(world.now / minute) * minute + minutes * minute
  /** Does it to one of the windows that it can be done to. */
  const some =
    (act: (window: Window) => void, isMeant: (window: Window) => boolean = () => true) =>
    () => {
      const meant = world.windows.filter(isMeant)
      if (meant.length > 0) act(pick(meant))
    }
  const isOngoing = (window: Window) => ongoingOf(window, world.now) !== undefined
  const isWaiting = ({ approval }: Window) => approval === 'waiting'
  const create = (approval: Window['approval']) => () => {
    const times = { startsAt: startsIn(pick([-1, -1, 10])), isDaily: random() < 0.2, durationInSeconds: duration() }
    const window: Window = { id: ++world.lastId, enabled: true, approval, scope: scope(), occurrences: [], ...times }
    world.windows.push(window)
    plan(world, window)
  }
  const alert = () => ({ entity: pick([0, 1, 2]), metric: pick(['cpu', 'disk', null]), isCritical: random() < 0.5 })
  const answer = (isApproved: boolean) => (window: Window) => {
    if (window.approval !== 'waiting') return
    const extended = window.occurrences.find(({ isSettled, approvedEndsAt }) => !isSettled && approvedEndsAt !== null)
    if (extended && !isApproved) {
      const until = extended.approvedEndsAt ?? extended.endsAt
      Object.assign(extended, { endsAt: until, settlesAt: Math.max(until, world.now), approvedEndsAt: null })
      window.approval = 'approved'
      return
    }
    if (extended) clearExtensions(window)
    window.approval = isApproved ? 'approved' : 'refused'
  }
  const extend = (window: Window) => {
    const ongoing = ongoingOf(window, world.now)
    const next = window.occurrences.find(({ startsAt }) => startsAt > world.now)
    const endsAt = world.now + pick([5, 40, 120]) * minute
    if (!ongoing || (next && window.enabled && endsAt > next.startsAt)) return
    const wasAsked = ongoing.approvedEndsAt !== null
    const approvedEndsAt = approvedEndOf(ongoing, { approval: window.approval, couldApprove: random() < 0.2, endsAt })
    Object.assign(ongoing, { endsAt, settlesAt: endsAt, approvedEndsAt })
    if (approvedEndsAt !== null) window.approval = 'waiting'
    else if (wasAsked) window.approval = 'approved'
  }
  const change = (window: Window) => {
    const isRescheduled = random() < 0.3
    const wanted = {
      startsAt: isRescheduled ? startsIn(pick([-1, 30])) : window.startsAt,
      durationInSeconds: random() < 0.5 ? duration() : window.durationInSeconds,
      scope: random() < 0.5 ? scope() : window.scope,
    }
    const isOtherScope = JSON.stringify(wanted.scope) !== JSON.stringify(window.scope)
    const isOtherDuration = wanted.durationInSeconds !== window.durationInSeconds
    const isMoved = !window.isDaily && wanted.startsAt !== window.startsAt
    const isSame = !isOtherScope && !isOtherDuration && wanted.startsAt === window.startsAt
    const who = pick([
      { isStaff: true, couldApprove: false },
      { isStaff: false, couldApprove: true },
      { isStaff: false, couldApprove: false },
    ])
    const changed = approvalAfterChange(window, who, {
      ...{ needsApproval: window.approval === null ? random() < 0.2 : random() < 0.8, isSame },
      isEndRewritten: isMoved || isOtherDuration,
    })
    if (!changed) return
    removePlanned(window, world.now)
    if (!changed.keepsExtension) clearExtensions(window)
    const ongoing = ongoingOf(window, world.now)
    const endsAt = ongoing ? endAfterChange(ongoing.startsAt, { isMoved, isOtherDuration, ...wanted }, world.now) : null
    if (ongoing && endsAt !== null) Object.assign(ongoing, { endsAt, settlesAt: endsAt, plannedEndsAt: endsAt })
    const holdsLess = isOtherScope || (changed.approval === 'waiting' && !changed.keepsExtension)
    if (ongoing && holdsLess) ongoing.isToRecheck = true
    Object.assign(window, wanted, { approval: changed.approval })
    if (window.enabled) plan(world, window, ongoing && !isMoved ? ongoing.endsAt : world.now)
  }
  const disable = (window: Window) => {
    if (!window.enabled) return
    endNow(world, window, random() < 0.5)
    removePlanned(window, world.now)
    window.enabled = false
  }
  const enable = (window: Window) => {
    if (window.enabled) return
    window.enabled = true
    const ended = window.occurrences.find(({ startsAt, plannedEndsAt }) => startsAt <= world.now && plannedEndsAt > world.now)
    if (ended) {
      const { plannedEndsAt: endsAt } = ended
      Object.assign(ended, { endsAt, settlesAt: endsAt, approvedEndsAt: null, isSettled: false })
    }
    plan(world, window, ended?.plannedEndsAt ?? world.now)
  }
  return {
    create: create(null),
    createToApprove: create('waiting'),
    fire: () => send(world, alert(), true),
    resolve: () => send(world, alert(), false),
    pass: () => {
      // No whole minutes: a window begins at one.
      world.now += pick([3, 10, 30, 70]) * minute + 1000 + Math.floor(random() * 58_000)
    },
    end: some((window) => endNow(world, window, random() < 0.5), isOngoing),
    disable: some(disable),
    enable: some(enable),
    extend: some(extend, isOngoing),
    approve: some(answer(true), isWaiting),
    refuse: some(answer(false), isWaiting),
    change: some(change),
    regroup: () => {
      world.envs[pick([0, 1, 2])] = pick(['prod', 'test'])
    },
    work: some((window) => advance(world, window)),
  }
}

/** An alert that is held by nothing that is open, or that is neither held nor raised although it fires. */
function swallowed(world: World) {
  const occurrences = new Map(
    world.windows.flatMap((window) => window.occurrences.map((occurrence) => [occurrence.id, { window, occurrence }] as const)),
  )
  const isOpen = ({ occurrence: id }: Hold) => {
    const found = occurrences.get(id)
    if (!found) return false
    const { window, occurrence } = found
    const unsettled = window.occurrences.filter(({ isSettled }) => !isSettled)
    const approval = approvalOf(window.approval, occurrence, unsettled)
    const isHolding =
      window.enabled &&
      (approval === null || approval === 'approved' || (approval === 'waiting' && (occurrence.approvedEndsAt ?? 0) > world.now))
    const isOver = occurrence.endsAt <= world.now
    return !occurrence.isSettled && occurrence.startsAt <= world.now && occurrence.settlesAt > world.now && (isOver || isHolding)
  }
  return world.alerts.filter(({ state, hasIncident, holds }) => {
    const held = holds.filter(({ outcome }) => outcome === 'held')
    return held.some((one) => !isOpen(one)) || (state === 'firing' ? !hasIncident && held.length === 0 : held.length > 0)
  })
}

const weights: Record<string, number> = {
  fire: 6,
  resolve: 3,
  pass: 4,
  create: 2,
  createToApprove: 3,
  approve: 4,
  extend: 3,
  change: 3,
  work: 4,
}

/** `kill`: the process is killed before the transaction of a step commits; what it did is gone. */
function tryOne(seed: number): number {
  const random = randomFrom(seed)
  let world: World = { now: Date.UTC(2026, 0, 1, 12), lastId: 0, envs: ['prod', 'prod', 'prod'], windows: [], alerts: [] }
  const done: string[] = []
  const names = Object.keys(createSteps(world, random)).flatMap((name) => Array.from({ length: weights[name] ?? 1 }, () => name))
  const check = (when: string) => {
    for (const window of world.windows) advance(world, window)
    assert.deepEqual(swallowed(world), [], `WINDOW_SEED=${seed} WINDOW_SEQUENCES=1, ${when}: ${done.join(' ')}`)
  }
  for (let step = 0; step < stepsOfSequence; step++) {
    const name = names[Math.floor(random() * names.length)] ?? 'pass'
    const next = structuredClone(world)
    createSteps(next, random)[name as 'pass']?.()
    const isKilled = name !== 'pass' && random() < 0.1
    done.push(isKilled ? `(${name})` : name)
    if (!isKilled) world = next
    if (step % 4 === 3) check(`after step ${step + 1}`)
  }
  for (const window of world.windows) Object.assign(window, { enabled: false })
  world.now += 40 * day
  check('when every window is over')
  const unraised = world.alerts.filter(({ state, hasIncident, holds }) => {
    return (state === 'firing' && !hasIncident) || holds.some(({ outcome }) => outcome === 'held')
  })
  assert.deepEqual(unraised, [], `WINDOW_SEED=${seed}: ${done.join(' ')}`)
  return world.alerts.length
}

test('whatever happens to windows, each alert is held by one that is open, or was raised, or had recovered', (t) => {
  let alerts = 0
  for (let index = 0; index < sequences; index++) alerts += tryOne(firstSeed + index)
  t.diagnostic(`${sequences} sequences, ${alerts} alerts`)
  assert.ok(alerts > sequences / 2, 'alerts were tried')
})
