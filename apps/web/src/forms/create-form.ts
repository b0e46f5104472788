import type { FieldError } from '@vakt/contract/errors.ts'
import { restMilliseconds } from '#web/ui/timers.ts'
import { type Field, type FieldDefinition, type FieldProblem, type OptionItem, resolve } from './field-definition.ts'
import { findProblem, placeErrors } from './field-problem.ts'
import { chooseDefaults, isSameValue, optionsOf, settleChoices, settleValue, startValues } from './field-value.ts'

export type FormSetup<Values> = {
  fields: readonly FieldDefinition<Values>[]
  /** What the form begins with; a field that is not named here begins with its own `value`, or empty. */
  start?: Partial<Values>
  /** What is wrong with several fields together, as a message on one of them. */
  check?: (values: Values) => Partial<Record<keyof Values & string, string>>
  /** Is told what the form holds 950 ms after the last change. */
  onRest?: (values: Values) => void
}

type FormPhase = 'idle' | 'submitting' | 'sent' | 'failed'

/** Why sending failed; `others` are the server's messages that belong to no field. */
export type FormFailure = { error: unknown; hasFieldErrors: boolean; others: readonly FieldProblem[] }

export type FormState<Values> = { values: Values; phase: FormPhase; failure: FormFailure | null }

export type FieldState = {
  definition: Field
  value: unknown
  isVisible: boolean
  isDisabled: boolean
  /** The form is being sent, or has been. */
  isLocked: boolean
  isValid: boolean
  /** What is wrong, once the user has been at the field, or sent the form. */
  problem: FieldProblem | null
  min: string | number | undefined
  max: string | number | undefined
  options: readonly OptionItem<unknown>[]
}

export type Form<Values> = {
  subscribe(listener: () => void): () => void
  state(): FormState<Values>
  /** All that an input needs; the same object until something in it changes. */
  field(name: string): FieldState
  change<Name extends keyof Values & string>(name: Name, value: Values[Name]): void
  /** Puts the focus into the field. */
  focus(name: keyof Values & string): void
  /** The field was left: its value is settled and its problem shown. */
  blur(name: string): void
  /** Says how a field takes the focus; the result forgets it. */
  attach(name: string, focus: () => void): () => void
  /** Sends what the form holds, once; `onSent` is called when it is locked. What `send` throws with `errors` on it lands on the fields. */
  submit<Sent>(send: (values: Values) => Promise<Sent>, onSent?: (sent: Sent) => void): Promise<'sent' | 'failed' | 'invalid' | 'blocked'>
  /** Whether something would be lost by leaving. */
  isDirty(): boolean
  /** Takes other definitions (another language, options that have arrived) and keeps what was filled in. */
  replaceFields(fields: readonly FieldDefinition<Values>[]): void
  restart(): void
  dispose(): void
}

type Inner = {
  values: Record<string, unknown>
  begun: Record<string, unknown>
  touched: ReadonlySet<string>
  server: Record<string, FieldProblem>
  phase: FormPhase
  failure: FormFailure | null
}

const fieldErrorsOf = (error: unknown): readonly FieldError[] =>
  typeof error === 'object' && error !== null && 'errors' in error && Array.isArray(error.errors) ? error.errors : []

/** A form as plain state, without any interface. */
export function createForm<Values extends object>(setup: FormSetup<Values>): Form<Values> {
  let fields = setup.fields as readonly Field[]
  let inner = begin()
  let outer = outside()
  const listeners = new Set<() => void>()
  const shown = new Map<string, { inner: Inner; field: Field; state: FieldState }>()
  const focusing = new Map<string, () => void>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

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

  const definition = (name: string) => fields.find((field) => field.name === name)
  const isLocked = () => inner.phase === 'submitting' || inner.phase === 'sent'
  const isVisible = (field: Field) => !field.render || field.render(inner.values)
  const isDisabled = (field: Field) => resolve(field.disabled ?? false, inner.values)
  const problemOf = (field: Field, found = setup.check?.(inner.values as Values)) => {
    const message = found?.[field.name as keyof typeof found]
    return findProblem(field, inner.values[field.name], inner.values) ?? (message === undefined ? null : { message })
  }
  const touch = (name: string) => inner.touched.has(name) || set({ touched: new Set(inner.touched).add(name) })

  function describe(field: Field): FieldState {
    const found = problemOf(field)
    return {
      definition: field,
      value: inner.values[field.name],
      isVisible: isVisible(field),
      isDisabled: isDisabled(field),
      isLocked: isLocked(),
      isValid: found === null,
      problem: inner.server[field.name] ?? (inner.touched.has(field.name) && !isDisabled(field) ? found : null),
      min: field.min === undefined ? undefined : resolve(field.min, inner.values),
      max: field.max === undefined ? undefined : resolve(field.max, inner.values),
      options: optionsOf(field, inner.values),
    }
  }

  function after(name: string, run: () => void) {
    clearTimeout(timers.get(name))
    timers.set(name, setTimeout(run, restMilliseconds))
  }

  /** After the others have heard of the change, so that a field that it showed or enabled is there. */
  async function focusLater(name: string | undefined) {
    await Promise.resolve()
    if (name !== undefined) focusing.get(name)?.()
  }

  function change(name: string, value: unknown) {
    if (isLocked() || isSameValue(inner.values[name], value)) return
    const { [name]: _, ...server } = inner.server
    set({ values: settleChoices(fields, { ...inner.values, [name]: value }, inner.values), server })
    after(`field ${name}`, () => touch(name))
    if (setup.onRest) after('form', () => setup.onRest?.(inner.values as Values))
  }

  function settleAll(): Record<string, unknown> {
    const settled = fields.map((field) => [field.name, settleValue(field, inner.values[field.name], inner.values)])
    return { ...inner.values, ...Object.fromEntries(settled.filter(([name]) => String(name) in inner.values)) }
  }

  function fail(error: unknown) {
    const isShown = (name: string) => fields.some((field) => field.name === name && isVisible(field))
    const placed = placeErrors(fieldErrorsOf(error), isShown)
    const first = fields.find((field) => placed.fields[field.name])
    const failure = { error, hasFieldErrors: first !== undefined, others: placed.others }
    set({ phase: 'failed', server: placed.fields, failure })
    return focusLater(first?.name)
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
    field(name) {
      const field = definition(name)
      if (!field) throw new Error(`The form has no field '${name}'`)
      const before = shown.get(name)
      if (before?.inner === inner && before.field === field) return before.state
      const now = describe(field)
      const isSame = before && (Object.keys(now) as (keyof FieldState)[]).every((key) => isSameValue(before.state[key], now[key]))
      const state = isSame ? before.state : now
      shown.set(name, { inner, field, state })
      return state
    },
    change,
    focus: (name) => focusing.get(name)?.(),
    blur(name) {
      const field = definition(name)
      if (!field || isLocked()) return
      const value = settleValue(field, inner.values[name], inner.values)
      const touched = new Set(inner.touched).add(name)
      if (isSameValue(value, inner.values[name])) set({ touched })
      else set({ touched, values: settleChoices(fields, { ...inner.values, [name]: value }, inner.values) })
    },
    attach(name, focus) {
      focusing.set(name, focus)
      return () => focusing.delete(name)
    },
    async submit(send, onSent) {
      if (isLocked()) return 'blocked'
      set({ values: settleAll(), touched: new Set(fields.map((field) => field.name)), server: {}, failure: null, phase: 'idle' })
      const found = setup.check?.(inner.values as Values)
      const invalid = fields.find((field) => field.type !== 'label' && isVisible(field) && !isDisabled(field) && problemOf(field, found))
      if (invalid) {
        await focusLater(invalid.name)
        return 'invalid'
      }
      set({ phase: 'submitting' })
      let sent: Awaited<ReturnType<typeof send>>
      try {
        sent = await send(inner.values as Values)
      } catch (error) {
        await fail(error)
        return 'failed'
      }
      set({ phase: 'sent' })
      onSent?.(sent)
      return 'sent'
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
