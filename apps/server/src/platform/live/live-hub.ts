import type { LiveEvent, LiveSignal } from '@vakt/contract/live/live-events.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { type AnnouncedEvent, liveChannel } from '#server/platform/live/announce.ts'
import { eventForReader, kindOfReader, type LiveReader } from '#server/platform/live/event-for-reader.ts'
import { createLiveMemory } from '#server/platform/live/live-memory.ts'
import { mergeEvents } from '#server/platform/live/merge-events.ts'

type LiveSubscriber = {
  /** Whose changes it hears; null for every customer's. */
  customerIds: readonly string[] | null
  userId: string
  /** Asked at each delivery, so that a change of rights counts from the next one. */
  reader(): LiveReader
  /** What is written to the stream. Many subscribers are given the same bytes. */
  write(chunk: Buffer): void
  /** Each event that it was sent. */
  note(event: LiveEvent): void
}

export type LiveHub = {
  /**
   * Says hello, and then what changes until the returned function is called; with `sinceMs` what changed in so many milliseconds before, too, where
   * that is remembered whole.
   */
  join(subscriber: LiveSubscriber, sinceMs?: number): () => void
  size(): number
}

const toChunk = (message: object): Buffer => Buffer.from(`data: ${JSON.stringify(message)}\n\n`)

const everyCustomer = 'every customer'
const roomsOfSubscriber = ({ customerIds, userId }: LiveSubscriber) => [
  ...(customerIds?.map((customerId) => `customer ${customerId}`) ?? [everyCustomer]),
  `user ${userId}`,
]
const roomsOfEvent = (event: AnnouncedEvent) =>
  'userId' in event ? [`user ${event.userId}`] : [`customer ${event.customerId}`, everyCustomer]

function createRooms() {
  const rooms = new Map<string, Set<LiveSubscriber>>()
  const enter = (name: string, subscriber: LiveSubscriber) => {
    const room = rooms.get(name) ?? new Set()
    rooms.set(name, room.add(subscriber))
    return () => {
      room.delete(subscriber)
      if (room.size === 0 && rooms.get(name) === room) rooms.delete(name)
    }
  }
  return { enter, of: (name: string) => rooms.get(name) }
}

/** Serialises once for all readers of one kind. */
function deliver(room: ReadonlySet<LiveSubscriber>, events: LiveEvent[]): void {
  const chunks = new Map<string, Buffer | null>()
  const chunkFor = (reader: LiveReader) => {
    const heard = events.flatMap((event) => eventForReader(event, reader) ?? [])
    return heard.length > 0 ? Buffer.concat(heard.map(toChunk)) : null
  }
  for (const subscriber of [...room]) {
    const reader = subscriber.reader()
    // Rights were lost since it joined; its stream is about to end.
    if (subscriber.customerIds === null && (!reader.isStaff || reader.limitedTo)) continue
    const kind = kindOfReader(reader)
    if (!chunks.has(kind)) chunks.set(kind, chunkFor(reader))
    const chunk = chunks.get(kind)
    if (chunk) subscriber.write(chunk)
    for (const event of events) subscriber.note(event)
  }
}

/** Events that come within `tickMs` of each other are merged; the first after a pause is passed on at once. */
export function createLiveHub(listener: Listener, { tickMs = 50, gapSpreadMs = 1000 } = {}): LiveHub {
  const rooms = createRooms()
  const all = new Set<LiveSubscriber>()
  const memory = createLiveMemory()
  let waiting: AnnouncedEvent[] = []
  let isFlushDue = false
  let lastTick = Number.NEGATIVE_INFINITY

  function flush() {
    isFlushDue = false
    lastTick = performance.now()
    const byRoom = new Map<string, LiveEvent[]>()
    for (const event of mergeEvents(waiting)) {
      for (const name of roomsOfEvent(event)) byRoom.set(name, [...(byRoom.get(name) ?? []), event])
    }
    waiting = []
    for (const [name, events] of byRoom) {
      const room = rooms.of(name)
      if (room) deliver(room, events)
    }
  }

  function hear(payload: string) {
    const event = JSON.parse(payload) as AnnouncedEvent
    memory.keep(event)
    if (all.size === 0) return
    waiting.push(event)
    if (isFlushDue) return
    isFlushDue = true
    setTimeout(flush, Math.max(0, lastTick + tickMs - performance.now()))
  }

  /** Spread, so that browsers do not all ask for everything in the same moment. */
  function tellAll(signal: LiveSignal, withinMs: number) {
    const chunk = toChunk(signal)
    for (const subscriber of all) setTimeout(() => all.has(subscriber) && subscriber.write(chunk), Math.random() * withinMs).unref()
  }

  listener.on(liveChannel, hear, {
    listening: memory.begin,
    lost: () => {
      memory.lose()
      tellAll({ type: 'lost' }, 0)
    },
    // What was announced in between is lost: a second hello makes every browser ask again.
    reconnected: () => tellAll({ type: 'hello' }, gapSpreadMs),
  })

  function greet(subscriber: LiveSubscriber, sinceMs: number | undefined) {
    const own = roomsOfSubscriber(subscriber)
    const missed = sinceMs === undefined ? null : memory.since(sinceMs, (event) => roomsOfEvent(event).some((room) => own.includes(room)))
    subscriber.write(toChunk({ type: 'hello', ...(missed && { repeats: true }) } satisfies LiveSignal))
    if (missed) deliver(new Set([subscriber]), mergeEvents(missed))
  }

  return {
    join(subscriber, sinceMs) {
      const leaving = roomsOfSubscriber(subscriber).map((name) => rooms.enter(name, subscriber))
      all.add(subscriber)
      greet(subscriber, sinceMs)
      return () => {
        for (const leave of leaving) leave()
        all.delete(subscriber)
      }
    },
    size: () => all.size,
  }
}
