/** What a machine's word is called on screen, in both languages. */
export type ReadableName = { en: string; sv: string }

/** Reads lines such as `microsoft.web/sites | App Service` or `… | Virtual machine | Virtuell dator`; without a third part both languages share the name. */
export function readCatalogue(lines: string): ReadonlyMap<string, ReadableName> {
  return new Map(
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [key = '', en = '', sv = en] = line.split('|').map((part) => part.trim())
        return [key, { en, sv }]
      }),
  )
}
