// Ends with 0 when the process is ready, else with 1 and the reason. `--wait` keeps asking until it is, without a limit: systemd has one.
// node deploy/check-ready.mjs [http://127.0.0.1:9464/health/ready] [--wait]
import { setTimeout as wait } from 'node:timers/promises'

const standard = `http://127.0.0.1:${process.env.METRICS_PORT || 9464}/health/ready`
const address = process.argv.slice(2).find((argument) => argument !== '--wait') ?? standard

async function findProblem() {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(4000) })
    return answer.ok ? null : `${answer.status} ${(await answer.text()).slice(0, 300)}`
  } catch (error) {
    return error.cause?.code ?? error.name
  }
}

let problem = await findProblem()
while (problem && process.argv.includes('--wait')) {
  await wait(200)
  problem = await findProblem()
}
if (problem) console.error(`Not ready: ${address}: ${problem}`)
process.exitCode = problem ? 1 : 0
