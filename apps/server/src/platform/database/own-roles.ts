/** SQL: the roles that the provider has made for its staff and this row of `app_user` has, with what they allow. */
export const ownRolesOf = (user: string): string =>
  `coalesce((select json_agg(json_build_object('role', own.role, 'features', own.features)) from staff_role own
    where own.customer_id = ${user}.customer_id and own.role = any(${user}.roles || ${user}.identity_roles)), '[]')`

/** SQL: the roles of this row of `app_user` that count. The identity provider may name a role of the provider that there is not. */
export const countingRolesOf = (user: string): string =>
  `array(select held from unnest(${user}.roles || ${user}.identity_roles) as held
    where not held ^@ 'vakt-own-' or exists (select from staff_role own where own.customer_id = ${user}.customer_id and own.role = held))`
