import { answerInChild } from '#server/platform/bounded-child.ts'
import { drawReport } from './draw-report.ts'
import type { DrawingAnswer, DrawingOrder } from './make-report-pdf.ts'

answerInChild<DrawingOrder>(async ({ document, brand }, send) => {
  const answer: (message: DrawingAnswer) => void = send
  try {
    answer({ pdf: await drawReport(document, brand) })
  } catch (error) {
    answer({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
