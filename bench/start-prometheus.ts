import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findFreePort, startProgram } from '#server/testing/real-program.ts'

/** A real Prometheus that takes remote writes and evaluates these rules; null where there is none. */
export async function startPrometheus({ rules }: { rules?: string } = {}): Promise<{ url: string; stop(): Promise<void> } | null> {
  const program = process.env.PROMETHEUS_PATH ?? '/usr/bin/prometheus'
  if (!existsSync(program)) return null
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vakt-bench-prometheus-'))
  const file = path.join(folder, 'prometheus.yml')
  await writeFile(path.join(folder, 'rules.yml'), rules ?? 'groups: []\n')
  await writeFile(file, 'global: { scrape_interval: 1h }\nrule_files: [rules.yml]\n')
  const address = `127.0.0.1:${await findFreePort()}`
  const words = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}`,
    `--web.listen-address=${address}`,
    '--web.enable-remote-write-receiver',
  ]
  const { stop } = await startProgram(program, words, `http://${address}/-/ready`)
  return {
    url: `http://${address}`,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
