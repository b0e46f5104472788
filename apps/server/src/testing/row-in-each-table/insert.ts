/** Makes a row for the customer `$1` and answers it. */
export type Insert = (sql: string) => Promise<Record<string, string>>

/** What other rows refer to. */
export type Known = {
  entityId: string
  incident: Record<string, string>
  ticket: Record<string, string>
  alert: Record<string, string>
  owner: Record<string, string>
}
