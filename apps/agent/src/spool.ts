import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentMeasurement } from '@vakt/contract/agents/agent-protocol.ts'
import { readKept, writeWhole } from './keep-file.ts'

const oldestMs = 24 * 3_600_000

/** Measurements that the server has not taken, one file each: the oldest are dropped first, and what was dropped is counted. */
export class Spool {
  readonly #folder: string
  readonly #mostBytes: number
  #files: { name: string; bytes: number }[]
  /** Since the last report that was taken. */
  lost = 0

  constructor(folder: string, mostBytes = 50_000_000) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#folder = folder
    this.#mostBytes = mostBytes
    this.#files = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
  }

  put(measurement: AgentMeasurement): void {
    const content = JSON.stringify(measurement)
    const name = `${Date.parse(measurement.at).toString().padStart(15, '0')}.json`
    try {
      writeWhole(join(this.#folder, name), content)
      this.#files.push({ name, bytes: Buffer.byteLength(content) })
    } catch {
      // The disk is full or cannot be written: measuring goes on, and the server is told what it misses.
      this.lost += 1
    }
    const oldest = Date.parse(measurement.at) - oldestMs
    let bytes = this.#files.reduce((sum, file) => sum + file.bytes, 0)
    for (
      let first = this.#files[0];
      first && (bytes > this.#mostBytes || Number.parseInt(first.name, 10) < oldest);
      first = this.#files[0]
    ) {
      bytes -= first.bytes
      this.removeOldest(1)
      this.lost += 1
    }
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
