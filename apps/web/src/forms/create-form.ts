import type { FieldError } from '@vakt/contract/errors.ts'
import { restMilliseconds } from '#web/ui/hooks/timers.ts'
import { afterPress } from './after-press.ts'
import { type Dynamic, type Field, type FieldProblem, resolve } from './field-definition.ts'
import { findProblem, placeErrors } from './field-problem.ts'
import { chooseDefaults, isSameValue, optionsOf, settleChoices, settleValue, settleValues, startValues } from './field-value.ts'
import { eachPlace, findPlace, type Held, locateField, type Place, rowsOf, valueAt, visibleValues, withValue } from './form-paths.ts'
import type { FieldState, Form, FormFailure, FormPhase, FormSetup, FormState } from './form-state.ts'
import { rowKey } from './row-keys.ts'

export type { FieldState, Form, FormFailure, FormSetup, FormState }

type Inner = {
  values: Held
  begun: Held
  touched: ReadonlySet<string>
  server: Record<string, FieldProblem>
  phase: FormPhase
  failure: FormFailure | null
}

const fieldErrorsOf = (error: unknown): readonly FieldError[] =>
  typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors) ? error.errors : []

const gone: FieldState = {
  definition: { type: 'label', name: '', label: '' },
  value: undefined,
  rows: [],
  isVisible: false,
  isDisabled: true,
  isLocked: false,
  isValid: true,
  problem: null,
  min: undefined,
  max: undefined,
  options: [],
  timeZone: undefined,
}

/** A field whose row was removed is asked for until it is not drawn any more; any other that is not there is a mistake. */
function absent(path: string): FieldState {
  if (!path.includes('.')) throw new Error(`The form has no field '${path}'`)
  return gone
}

/** A form as plain state, without any interface. */
export function createForm<Values extends object>(setup: FormSetup<Values>): Form<Values> {
  let fields = setup.fields as readonly Field[]
  let inner = begin()
  let outer = outside()
  const listeners = new Set<() => void>()
  const shown = new Map<string, { inner: Inner; field: Field; state: FieldState }>()
  const focusing = new Map<string, () => void>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  /** The path whose field takes the focus once it is there. */
  let wanted: string | null = null

  function begin(): Inner {
    const values = startValues(fields, setup.start ?? {})
    return { values, begun: values, touched: new Set(), server: {}, phase: 'idle', failure: null }
  }

  function outside(): FormState<Values> {
    return { values: inner.values as Values, phase: inner.phase, failure: inner.failure }
  }

  function set(change: Partial<Inner>) {
    inner = { ...inner, ...change }
    outer = outside()
    for (const listener of listeners) listener()
  }

  const isLocked = () => inner.phase === 'submitting' || inner.phase === 'sent'
  const places = () => [...eachPlace(fields, inner.values)]
  const locate = (property: string) => locateField(fields, inner.values, property)

  function findChecked(): Record<string, string | undefined> {
    const found = Object.entries<string | undefined>(setup.check?.(inner.values as Values) ?? {})
    return Object.fromEntries(found.map(([property, message]) => [locate(property) ?? property, message]))
  }

  function problemOf({ field, path, beside }: Place, found = findChecked()): FieldProblem | null {
    const message = found[path]
    return findProblem(field, beside[field.name], beside, inner.values) ?? (message === undefined ? null : { message })
  }

  const touch = (path: string) => inner.touched.has(path) || set({ touched: new Set(inner.touched).add(path) })

  function describe(place: Place): FieldState {
    const { field, path, beside, isVisible, isEnabled } = place
    const found = problemOf(place)
    const now = <T>(dynamic: Dynamic<unknown, T> | undefined) =>
      dynamic === undefined ? undefined : resolve(dynamic, beside, inner.values)
    return {
      definition: field,
      value: field.fields ? undefined : beside[field.name],
      rows: field.type === 'rows' ? rowsOf(beside[field.name]).map(rowKey) : [],
      isVisible,
      isDisabled: !isEnabled,
      isLocked: isLocked(),
      isValid: found === null,
      problem: inner.server[path] ?? (inner.touched.has(path) && isEnabled ? found : null),
      min: now(field.min),
      max: now(field.max),
      options: optionsOf(field, beside, inner.values),
      timeZone: now(field.timeZone),
    }
  }

  function after(name: string, run: () => void) {
    clearTimeout(timers.get(name))
    timers.set(name, setTimeout(run, restMilliseconds))
  }

  function focus(path: string) {
    const take = focusing.get(path)
    wanted = take ? null : path
    take?.()
  }

  /** After the others have heard of the change, so that a field that it showed or enabled is there. */
  async function focusLater(path: string | null) {
    await Promise.resolve()
    if (path !== null) focus(path)
  }

  function change(path: string, value: unknown) {
    if (isLocked() || isSameValue(valueAt(inner.values, path), value)) return
    const kept = Object.entries(inner.server).filter(([name]) => name !== path && !name.startsWith(`${path}.`))
    set({ values: settleChoices(fields, withValue(inner.values, path, value), inner.values), server: Object.fromEntries(kept) })
    after(`field ${path}`, () => afterPress(() => touch(path)))
    if (setup.onRest) after('form', () => setup.onRest?.(inner.values as Values))
  }

  function findWrong(names?: readonly string[]): string | null {
    const found = findChecked()
    const isOf = (path: string) => !names || names.some((name) => path === name || path.startsWith(`${name}.`))
    const wrong = places().find(
      (place) =>
        place.field.type !== 'label' &&
        isOf(place.path) &&
        place.isVisible &&
        ((place.isEnabled && problemOf(place, found)) || inner.server[place.path]),
    )
    return wrong?.path ?? null
  }

  /** Shows what is wrong with these fields, once they are settled. */
  function settle(names?: readonly string[]) {
    const isOf = (path: string) => !names || names.some((name) => path === name || path.startsWith(`${name}.`))
    const touched = places().flatMap(({ path }) => (isOf(path) ? [path] : []))
    set({ values: settleValues(fields, inner.values), touched: new Set([...inner.touched, ...touched]) })
  }

  function fail(error: unknown) {
    const visible = new Set(places().flatMap(({ path, isVisible }) => (isVisible ? [path] : [])))
    const placed = placeErrors(fieldErrorsOf(error), (property) => {
      const path = locate(property)
      return path !== null && visible.has(path) ? path : null
    })
    const first = [...visible].find((path) => placed.fields[path]) ?? null
    const failure = { error, hasFieldErrors: first !== null, others: placed.others }
    set({ phase: 'failed', server: placed.fields, failure })
    return focusLater(first)
  }

  function forgetTimers() {
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => outer,
    field(path) {
      const place = findPlace(fields, inner.values, path)
      const before = shown.get(path)
      if (!place) return absent(path)
      if (before?.inner === inner && before.field === place.field) return before.state
      const now = describe(place)
      const isSame = before?.field === place.field && isSameValue(before.state, now)
      const state = isSame ? before.state : now
      shown.set(path, { inner, field: place.field, state })
      return state
    },
    value: (path) => valueAt(inner.values, path),
    change,
    changeAt: change,
    focus,
    blur(path) {
      const place = findPlace(fields, inner.values, path)
      if (!place || isLocked()) return
      const value = settleValue(place.field, place.beside[place.field.name], place.beside, inner.values)
      const touched = new Set(inner.touched).add(path)
      if (isSameValue(value, place.beside[place.field.name])) set({ touched })
      else set({ touched, values: settleChoices(fields, withValue(inner.values, path, value), inner.values) })
    },
    attach(path, take) {
      focusing.set(path, take)
      if (wanted === path) focus(path)
      return () => focusing.get(path) === take && focusing.delete(path)
    },
    async submit(send, onSent) {
      if (isLocked()) return 'blocked'
      set({ server: {}, failure: null, phase: 'idle' })
      settle()
      const wrong = findWrong()
      if (wrong !== null) {
        await focusLater(wrong)
        return 'invalid'
      }
      set({ phase: 'submitting' })
      let sent: Awaited<ReturnType<typeof send>>
      try {
        sent = await send(visibleValues(fields, inner.values) as Values)
      } catch (error) {
        await fail(error)
        return 'failed'
      }
      set({ phase: 'sent' })
      onSent?.(sent)
      return 'sent'
    },
    findWrong,
    review(names) {
      settle(names)
      const wrong = findWrong(names)
      if (wrong !== null) void focusLater(wrong)
      return wrong === null
    },
    isDirty: () => inner.phase !== 'sent' && Object.keys(inner.values).some((name) => !isSameValue(inner.values[name], inner.begun[name])),
    replaceFields(next) {
      if (fields === next) return
      fields = next as readonly Field[]
      const begun = startValues(fields, inner.begun)
      const untouched = Object.entries(begun).filter(([name]) => isSameValue(inner.values[name], inner.begun[name]))
      set({ begun, values: chooseDefaults(fields, { ...inner.values, ...Object.fromEntries(untouched) }) })
    },
    restart() {
      forgetTimers()
      inner = begin()
      set({})
    },
    dispose: forgetTimers,
  }
}
