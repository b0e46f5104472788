import type pg from 'pg'

/** Removes sessions, codes and tokens whose time is over, and says how many. Harmless to repeat; also for the role `vakt_worker`. */
export async function removeExpiredSignIns(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query('delete from oidc_payload where expires_at <= now()')
  return rowCount ?? 0
}
