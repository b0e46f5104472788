/** What two ids of a cloud resource are compared by: ARM ids without case and without a slash at the end, all others exactly. */
export function externalKeyOf(externalId: string): string {
  const trimmed = externalId.trim()
  return /^\/(subscriptions|providers|tenants)\//i.test(trimmed) ? trimmed.toLowerCase().replace(/\/+$/, '') : trimmed
}

/** A machine's name as signals write it: the first label, in lower case. An address stays whole. */
export function hostNameOf(name: string): string {
  const lower = name.trim().toLowerCase()
  return /^[\d.:]+$/.test(lower) ? lower : (lower.split('.')[0] ?? lower)
}
