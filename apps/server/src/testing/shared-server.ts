import type { PoolConfig } from 'pg'

/** The PostgreSQL that the tests of this run share; `with-test-database.ts` starts it. */
export function sharedServer(): PoolConfig {
  const given = process.env.VAKT_TEST_DATABASE
  if (!given) throw new Error('Run the tests with npm test, or through apps/server/src/testing/with-test-database.ts.')
  return JSON.parse(given) as PoolConfig
}
