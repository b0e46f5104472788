import { relative } from 'node:path'
import { root } from './project.mjs'

/**
 * Runs the files of failed node tests once more, alone, as Playwright does with browser tests on CI. A test that passes then is
 * flaky: it is counted as passed and named. A file that fails again fails the run, and so does a run that named no file.
 * @param outcomes each `{ name, passed, failed, failures }`, where `failures` are the names of failed tests by file
 * @param run runs one file and returns its `{ failed, failures }`
 */
export async function retryFailedFiles(outcomes, run) {
  const retried = []
  for (const { failures = {}, flaky: known = [], ...outcome } of outcomes) {
    const flaky = [...known]
    let { passed, failed } = outcome
    for (const [file, names] of Object.entries(failures)) {
      if (!file.endsWith('.test.ts')) continue
      const again = await run(file)
      if (again.failed > 0) continue
      flaky.push(...names.map((name) => `${relative(root, file)} › ${name}`))
      passed += names.length
      failed -= names.length
    }
    retried.push({ ...outcome, passed, failed: Math.max(failed, 0), flaky })
  }
  return retried
}
