import { useQueryClient } from '@tanstack/react-query'
import { changeServiceWindow, extendServiceWindow, type WindowOccurrence } from '@vakt/contract/service-windows/service-windows.ts'
import { useState } from 'react'
import { call } from '#web/platform/api.ts'
import { useFormat } from '#web/platform/format.ts'
import { useTexts } from '#web/platform/texts.ts'
import { writeTimes } from '#web/shared/service-windows/window-times.ts'
import type { Span } from '#web/ui/chart/span.ts'
import { showToast } from '#web/ui/toast/toast.ts'
import { showUndoToast } from '#web/ui/toast/undo-toast.ts'
import { movedBody } from './window-body.ts'
import { useFailureToast } from './window-failure.ts'
import { windowQuery } from './window-queries.ts'
import { windowTexts } from './windows.texts.ts'

type Moving = Span & Pick<WindowOccurrence, 'serviceWindowId' | 'startsAt'>

/** Moves a window that does not repeat, or the end of an ongoing occurrence; with a way back. The bar stays where it was put meanwhile. */
export function useMoveWindow(customerId: string) {
  const words = useTexts(windowTexts)
  const sayFailure = useFailureToast()
  const format = useFormat()
  const queryClient = useQueryClient()
  const [moving, setMoving] = useState<Moving | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['service-windows', customerId] })

  async function place({ serviceWindowId, state }: WindowOccurrence, to: Span) {
    const params = { customerId, serviceWindowId }
    if (state === 'ongoing') return call(extendServiceWindow, { params, body: { endsAt: new Date(to.to).toISOString() } })
    const window = await queryClient.fetchQuery({ ...windowQuery(params), staleTime: 0 })
    return call(changeServiceWindow, { params, body: movedBody(window, to) })
  }

  async function move(occurrence: WindowOccurrence, placed: Span) {
    const before = { from: Date.parse(occurrence.startsAt), to: Date.parse(occurrence.endsAt) }
    if (occurrence.state === 'ongoing' && placed.from !== before.from) return showToast(words.startIsPast, 'failure')
    setMoving({ ...placed, serviceWindowId: occurrence.serviceWindowId, startsAt: occurrence.startsAt })
    try {
      await place(occurrence, placed)
      const times = { startsAt: new Date(placed.from).toISOString(), endsAt: new Date(placed.to).toISOString() }
      showUndoToast(words.moved(occurrence.reason, writeTimes(times, format)), () => {
        void place(occurrence, before)
          .then(() => showToast(words.movedBack, 'success'), sayFailure)
          .then(refresh)
      })
    } catch (error) {
      sayFailure(error)
    } finally {
      await refresh()
      setMoving(null)
    }
  }

  return { moving, move }
}
