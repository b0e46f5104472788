import { Worker } from 'node:worker_threads'
import type { ReportDocument } from '@vakt/domain/reports/report-document.ts'
import { Unavailable } from '#server/platform/errors.ts'

const memory = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 }
const timeoutMs = 30_000
const maxWaiting = 10

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

function drawInThread(document: ReportDocument): Promise<Buffer> {
  // Nothing of this process is to be seen there: not its environment, not its arguments.
  const worker = new Worker(new URL('./draw-report-thread.ts', import.meta.url), {
    workerData: document,
    resourceLimits: memory,
    env: {},
    argv: [],
  })
  const timer = setTimeout(() => void worker.terminate(), timeoutMs)
  return new Promise<Buffer>((resolve, reject) => {
    worker
      .once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)))
      .once('error', reject)
      .once('exit', () => reject(new Error('The PDF took more time or memory than it may.')))
  }).finally(() => {
    clearTimeout(timer)
    void worker.terminate()
  })
}

/**
 * Draws a report as a PDF, in a thread of its own that is ended afterwards: it takes longer than the event loop may be held up. One at a time;
 * throws Unavailable while ten wait.
 */
export async function makeReportPdf(document: ReportDocument): Promise<Buffer> {
  if (waiting >= maxWaiting) throw new Unavailable()
  waiting += 1
  const drawn = last.then(() => drawInThread(document))
  last = drawn.catch(() => {})
  try {
    return await drawn
  } finally {
    waiting -= 1
  }
}
