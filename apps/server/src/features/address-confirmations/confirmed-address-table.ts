import type { Transaction } from '#server/platform/database/transaction.ts'

export type KnownAddress = {
  address: string
  /** Someone of the customer or of the provider, who is not disabled. */
  userId: string | null
  /** Its domain is one of the customer's or of the provider's own. */
  isOfOwnDomain: boolean
  confirmedAt: Date | null
  askedAt: Date | null
}

/** What is known of addresses, which are given in lower case. The transaction must be of the worker. */
export async function readAddressesForAllCustomers(
  transaction: Transaction,
  customerId: string,
  addresses: readonly string[],
): Promise<KnownAddress[]> {
  const { rows } = await transaction.query<KnownAddress>(
    `select a.address,
       (select u.user_id from app_user u join customer c on c.customer_id = u.customer_id
        where lower(u.email) = a.address and (u.customer_id = $1 or c.is_provider) and u.disabled_at is null
        order by u.customer_id = $1 desc, u.user_id limit 1) as "userId",
       exists (select from customer_sign_in_rule r join customer c on c.customer_id = r.customer_id
         where r.kind = 'email-domain' and r.value = split_part(a.address, '@', 2) and (r.customer_id = $1 or c.is_provider)) as "isOfOwnDomain",
       k.confirmed_at as "confirmedAt", k.asked_at as "askedAt"
     from unnest($2::text[]) with ordinality as a (address, position)
     left join confirmed_address k on k.customer_id = $1 and k.address = a.address
     order by a.position`,
    [customerId, addresses],
  )
  return rows
}

/** The link of an earlier mail does not confirm any more. */
export async function writeAsked(
  transaction: Transaction,
  customerId: string,
  { address, tokenHash, now }: { address: string; tokenHash: Buffer; now: Date },
): Promise<void> {
  await transaction.query(
    `insert into confirmed_address (customer_id, address, token_hash, asked_at) values ($1, $2, $3, $4)
     on conflict (customer_id, address) do update set token_hash = excluded.token_hash, asked_at = excluded.asked_at`,
    [customerId, address, tokenHash, now],
  )
}

export type PresentedAddress = { customerId: string; address: string; askedAt: Date; confirmedAt: Date | null }

/** The address of a link, for who presents it. */
export async function readPresentedAddress(transaction: Transaction, tokenHash: Buffer): Promise<PresentedAddress | undefined> {
  const { rows } = await transaction.query<PresentedAddress>(
    `select customer_id as "customerId", address, asked_at as "askedAt", confirmed_at as "confirmedAt"
     from confirmed_address where token_hash = $1`,
    [tokenHash],
  )
  return rows[0]
}

/** The language that the customer's mails are in, and what it is called. */
export async function readCustomerOfAddress(
  transaction: Transaction,
  customerId: string,
): Promise<{ name: string; language: 'sv' | 'en'; timeZone: string } | undefined> {
  const { rows } = await transaction.query<{ name: string; language: 'sv' | 'en'; timeZone: string }>(
    'select name, mail_language as language, time_zone as "timeZone" from customer where customer_id = $1',
    [customerId],
  )
  return rows[0]
}

export async function writeConfirmed(transaction: Transaction, customerId: string, address: string, now: Date): Promise<void> {
  await transaction.query(
    'update confirmed_address set confirmed_at = $3 where customer_id = $1 and address = $2 and confirmed_at is null',
    [customerId, address, now],
  )
}
