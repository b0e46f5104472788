/**
 * SQL: an `entity` of this name has the values ($3) of these tags ($2); every one does where there are no values. Both are parameters of the
 * statement, and $1 is the customer.
 */
export const hasGroupTags = (entity: string): string =>
  `(cardinality($3::text[]) = 0 or coalesce(${entity}.tags ->> ($2::text[])[1], '') = ($3::text[])[1])
   and (cardinality($3::text[]) < 2 or coalesce(${entity}.tags ->> ($2::text[])[2], '') = ($3::text[])[2])`

/** SQL: the row of this name, by its `entity_id`, is about a resource of the group; every row is where there is no group. */
export const inGroup = (row: string): string =>
  `(cardinality($3::text[]) = 0 or ${row}.entity_id in (
     select scoped.entity_id from entity scoped where scoped.customer_id = $1 and ${hasGroupTags('scoped')}))`

/** SQL: the `entity` of this name is one that lists show unless hidden ones are asked for. */
export const isListed = (entity: string): string =>
  `not ${entity}.hidden and lower(${entity}.type) <> all ((select hidden_types from customer where customer_id = $1)::text[])`
