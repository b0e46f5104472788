import { texts } from '#web/platform/texts.ts'

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** What a window covers, within a sentence. */
export const scopeTexts = texts(
  {
    everything: 'all resources',
    resources: (n: number) => plural(n, 'resource', 'resources'),
    group: (name: string) => `resource group ${name}`,
    tag: (tag: string) => `tag ${tag}`,
    onlyMetrics: (names: string) => `only alerts on ${names}`,
    nothingYet: 'nothing yet',
  },
  {
    everything: 'alla resurser',
    resources: (n: number) => plural(n, 'resurs', 'resurser'),
    group: (name: string) => `resursgruppen ${name}`,
    tag: (tag: string) => `taggen ${tag}`,
    onlyMetrics: (names: string) => `bara larm på ${names}`,
    nothingYet: 'ingenting än',
  },
)
