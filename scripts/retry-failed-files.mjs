import { relative } from 'node:path'
import { root } from './project.mjs'

/** More are no chance: something that many share is wrong. */
const allowedFlakyFiles = 5

/**
 * Runs the files of failed node tests once more, alone, as Playwright does with browser tests on CI. A test that passes then is
 * flaky: it is counted as passed and named with its first error. A file that fails again fails the run, and so does a run that named no file.
 * @param outcomes each `{ name, passed, failed, failures }`, where `failures` are the failed tests, `{ name, error }`, by file
 * @param run runs one file and returns its `{ failed, failures }`
 */
export async function retryFailedFiles(outcomes, run) {
  const retried = []
  for (const { failures = {}, flaky: known = [], ...outcome } of outcomes) {
    const flaky = [...known]
    let { passed, failed } = outcome
    for (const [file, tests] of Object.entries(failures)) {
      if (!file.endsWith('.test.ts')) continue
      const again = await run(file)
      if (again.failed > 0) continue
      flaky.push(...tests.map(({ name, error }) => ({ file: relative(root, file), name, error })))
      passed += tests.length
      failed -= tests.length
    }
    retried.push({ ...outcome, passed, failed: Math.max(failed, 0), flaky })
  }
  return retried
}

/** The files with flaky tests where these are more than a run may have, otherwise none. */
export function findTooManyFlaky(outcomes) {
  const files = [...new Set(outcomes.flatMap(({ flaky = [] }) => flaky.map(({ file }) => file)))]
  return files.length > allowedFlakyFiles ? files : []
}
