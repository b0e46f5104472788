// Ends with 0 when the process is ready, else with 1 and the reason. `--wait` asks until it is; with `--process=PID` only while that process
// runs, so that systemd learns at once that it ended and starts it again. systemd limits how long it may take.
// node deploy/check-ready.mjs [http://127.0.0.1:9464/health/ready] [--wait] [--process=PID]
import { setTimeout as wait } from 'node:timers/promises'

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const standard = `http://127.0.0.1:${process.env.METRICS_PORT || 9464}/health/ready`
const address = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? standard
const awaited = options.find((option) => option.startsWith('--process='))?.slice('--process='.length)

/** systemd gives no PID where the process ended before the first check. */
function hasEnded() {
  if (awaited === undefined) return false
  if (!/^[1-9]\d*$/.test(awaited)) return true
  try {
    process.kill(Number(awaited), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

async function findProblem() {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(4000) })
    return answer.ok ? null : `${answer.status} ${(await answer.text()).slice(0, 300)}`
  } catch (error) {
    return error.cause?.code ?? error.name
  }
}

let problem = hasEnded() ? 'the process has ended' : await findProblem()
while (problem && options.includes('--wait')) {
  await wait(200)
  if (hasEnded()) {
    problem = 'the process has ended'
    break
  }
  problem = await findProblem()
}
if (problem) console.error(`Not ready: ${address}: ${problem}`)
process.exitCode = problem ? 1 : 0
