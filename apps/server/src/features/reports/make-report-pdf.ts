import type { ReportDocument } from '@vakt/domain/reports/report-document.ts'
import { createBoundedChild } from '#server/platform/bounded-child.ts'
import { Unavailable } from '#server/platform/errors.ts'
import type { ReportBrand } from './report-brand.ts'

export type DrawingOrder = { document: ReportDocument; brand: ReportBrand }
export type DrawingAnswer = { pdf: Uint8Array } | { problem: string }

const standardLimits = { heapMegabytes: 128, timeoutMs: 30_000, idleMs: 10_000 }
const maxWaiting = 10

/**
 * Makes what draws a report as a PDF, in a process of its own whose memory and time are bounded: it takes longer than the event loop may be held
 * up. One at a time; throws Unavailable while ten wait.
 */
export function createReportDrawer({
  timeoutMs,
  ...bounds
} = standardLimits): (document: ReportDocument, brand?: ReportBrand) => Promise<Buffer> {
  const ask = createBoundedChild(new URL('./draw-report-process.ts', import.meta.url), bounds)
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const draw = async (order: DrawingOrder): Promise<Buffer> => {
    let answer: DrawingAnswer | undefined
    const outcome = await ask(order, timeoutMs, (given) => {
      answer = given as DrawingAnswer
      return true
    })
    if (!answer) throw new Error(`The PDF was not drawn: ${outcome}.`)
    if ('problem' in answer) throw new Error(`The PDF was not drawn: ${answer.problem}`)
    return Buffer.from(answer.pdf)
  }

  return async (document, brand = { name: 'Vakt', logo: null }) => {
    if (waiting >= maxWaiting) throw new Unavailable()
    waiting += 1
    const drawn = last.then(() => draw({ document, brand }))
    last = drawn.catch(() => {})
    try {
      return await drawn
    } finally {
      waiting -= 1
    }
  }
}

/** The drawer of this process. */
export const makeReportPdf = createReportDrawer()
