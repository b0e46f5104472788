import { registerHooks } from 'node:module'

// Given to a Vakt by `--import`: the metrics of its demo go back two days, not ninety, which it would be busy with for the whole test.
const real = new URL('../features/demo-metrics/history-days.ts', import.meta.url).href

registerHooks({
  load: (url, context, nextLoad) =>
    url === real ? { format: 'module', source: 'export const demoHistoryDays = 2', shortCircuit: true } : nextLoad(url, context),
})
