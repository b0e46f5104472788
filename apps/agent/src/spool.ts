import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentMeasurement } from '@vakt/contract/agents/agent-protocol.ts'
import { readKept, writeWhole } from './keep-file.ts'

const oldestMs = 24 * 3_600_000
const mostLost = 1_000_000

/** Measurements that the server has not taken, one file each: the oldest are dropped first, and what was dropped is counted. */
export class Spool {
  readonly #folder: string
  readonly #mostBytes: number
  #files: { name: string; bytes: number }[]
  /** Beside the measurements; kept, for an agent is often started again when its disk is full or Vakt is away. */
  readonly #lostFile: string
  #lost: number

  constructor(folder: string, mostBytes = 50_000_000) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.#lostFile = join(folder, 'lost')
    this.#lost = readKept<number>(this.#lostFile) ?? 0
    this.#files = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
  }

  /** Those that were lost since the last report that was taken, at most as many as a report may say. */
  get lost(): number {
    return Math.min(this.#lost, mostLost)
  }

  /** The server knows of so many losses. */
  toldLost(count: number): void {
    this.#addLost(-count)
  }

  #addLost(count: number): void {
    if (count === 0) return
    this.#lost += count
    try {
      writeWhole(this.#lostFile, JSON.stringify(this.#lost))
    } catch {
      // The disk is full: it is known until the program ends, and written with the next loss.
    }
  }

  put(measurement: AgentMeasurement): void {
    const content = JSON.stringify(measurement)
    const name = `${Date.parse(measurement.at).toString().padStart(15, '0')}.json`
    try {
      writeWhole(join(this.#folder, name), content)
      this.#files.push({ name, bytes: Buffer.byteLength(content) })
    } catch {
      // The disk is full or cannot be written: measuring goes on, and the server is told what it misses.
      this.#addLost(1)
    }
    const oldest = Date.parse(measurement.at) - oldestMs
    let dropped = 0
    let bytes = this.#files.reduce((sum, file) => sum + file.bytes, 0)
    for (
      let first = this.#files[0];
      first && (bytes > this.#mostBytes || Number.parseInt(first.name, 10) < oldest);
      first = this.#files[0]
    ) {
      bytes -= first.bytes
      this.removeOldest(1)
      dropped += 1
    }
    this.#addLost(dropped)
  }

  /** The oldest, as many as fit into so many bytes, and how many files they are; one that is not whole is passed over. */
  oldest(most: number, mostBytes: number): { measurements: AgentMeasurement[]; files: number } {
    const measurements: AgentMeasurement[] = []
    let [bytes, files] = [0, 0]
    for (const file of this.#files.slice(0, most)) {
      bytes += file.bytes
      if (bytes > mostBytes && files > 0) break
      files += 1
      const kept = readKept<AgentMeasurement>(join(this.#folder, file.name))
      if (kept) measurements.push(kept)
    }
    return { measurements, files }
  }

  removeOldest(count: number): void {
    for (const { name } of this.#files.splice(0, count)) rmSync(join(this.#folder, name), { force: true })
  }
}
