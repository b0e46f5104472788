import type { LiveEvent, LiveHello } from '@vakt/contract/live-events.ts'
import type { Listener } from '#server/platform/database/listen.ts'
import { liveChannel } from '#server/platform/live/announce.ts'

type Send = (event: LiveEvent | LiveHello) => void

export type LiveHub = {
  /** Hears what changes at one customer, and what is for this user alone, until the returned function is called. */
  join(customerId: string, userId: string, send: Send): () => void
  size(): number
}

/** Passes what the database announces on to the open connections of the customer it is about. */
export function createLiveHub(listener: Listener): LiveHub {
  /** By what an event is addressed to: a customer, or one user. */
  const rooms = new Map<string, Set<Send>>()
  const customerRoom = (customerId: string) => `customer ${customerId}`
  const userRoom = (userId: string) => `user ${userId}`
  const roomOf = (event: LiveEvent) => (event.type === 'notification.changed' ? userRoom(event.userId) : customerRoom(event.customerId))
  const enter = (name: string, send: Send) => {
    const room = rooms.get(name) ?? new Set()
    rooms.set(name, room)
    room.add(send)
    return () => {
      room.delete(send)
      if (room.size === 0) rooms.delete(name)
    }
  }
  const all = new Set<Send>()
  listener.on(
    liveChannel,
    (payload) => {
      const event = JSON.parse(payload) as LiveEvent
      for (const send of rooms.get(roomOf(event)) ?? []) send(event)
    },
    // What was announced in between is lost: a second hello makes every browser ask again.
    () => {
      for (const send of all) send({ type: 'hello' })
    },
  )
  return {
    join(customerId, userId, send) {
      const leaveCustomer = enter(customerRoom(customerId), send)
      const leaveUser = enter(userRoom(userId), send)
      all.add(send)
      return () => {
        leaveCustomer()
        leaveUser()
        all.delete(send)
      }
    },
    size: () => all.size,
  }
}
