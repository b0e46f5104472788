import pg from 'pg'

/** The database refuses new rows of a customer in a table, until what this returns is called. */
export async function refuseWrites(owner: pg.PoolConfig, table: string, customerId: string): Promise<() => Promise<void>> {
  const name = `refuse_${table}_${customerId.replaceAll(/\W/g, '_')}`
  const asOwner = async (statements: string) => {
    const client = new pg.Client(owner)
    await client.connect()
    await client.query(statements).finally(() => client.end())
  }
  await asOwner(`create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$;
    create trigger ${name} before insert on ${table} for each row when (new.customer_id = '${customerId}') execute function ${name}()`)
  return () => asOwner(`drop trigger ${name} on ${table}; drop function ${name}`)
}
