import type { LiveEvent, LiveHello } from '@vakt/contract/live-events.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { liveChannel } from '#server/platform/live/announce.ts'

type Send = (event: LiveEvent | LiveHello) => void

export type LiveHub = {
  /** Hears what changes at one customer until the returned function is called. */
  join(customerId: string, send: Send): () => void
  size(): number
}

/** Passes what the database announces on to the open connections of the customer it is about. */
export function createLiveHub(listener: Listener): LiveHub {
  const rooms = new Map<string, Set<Send>>()
  listener.on(
    liveChannel,
    (payload) => {
      const event = JSON.parse(payload) as LiveEvent
      for (const send of rooms.get(event.customerId) ?? []) send(event)
    },
    // What was announced in between is lost: a second hello makes every browser ask again.
    () => {
      for (const room of rooms.values()) for (const send of room) send({ type: 'hello' })
    },
  )
  return {
    join(customerId, send) {
      const room = rooms.get(customerId) ?? new Set()
      rooms.set(customerId, room)
      room.add(send)
      return () => {
        room.delete(send)
        if (room.size === 0) rooms.delete(customerId)
      }
    },
    size: () => [...rooms.values()].reduce((sum, room) => sum + room.size, 0),
  }
}
