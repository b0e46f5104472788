import { parentPort, workerData } from 'node:worker_threads'
import { drawReport } from './draw-report.ts'

parentPort?.postMessage(await drawReport(workerData))
