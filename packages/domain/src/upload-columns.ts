import { type ColumnUse, singleUses } from '@vakt/contract/entities/entity-uploads.ts'

/** As columns are called in exports of clouds and in people's own lists, in English and Swedish. */
const names: Partial<Record<ColumnUse, readonly string[]>> = {
  id: ['id', 'resourceid', 'externalid', 'externtid', 'arn', 'identifier', 'identitet', 'resursid', 'assetid', 'ciid'],
  name: ['name', 'namn', 'resourcename', 'resursnamn', 'displayname', 'hostname', 'värdnamn', 'servername', 'servernamn', 'benämning'],
  type: ['type', 'typ', 'resourcetype', 'resurstyp', 'assettype', 'slag'],
  subtype: ['subtype', 'undertyp', 'kind', 'sort'],
  resourceGroup: ['resourcegroup', 'resourcegroupname', 'resursgrupp', 'rg'],
  region: ['region', 'location', 'plats', 'ort', 'awsregion', 'azureregion', 'site'],
  containerId: ['subscriptionid', 'prenumerationsid', 'accountid', 'kontoid', 'owningaccountid', 'projectid', 'projektid', 'containerid'],
  containerName: [
    'subscription',
    'subscriptionname',
    'subscriptiondisplayname',
    'prenumeration',
    'prenumerationsnamn',
    'abonnemang',
    'account',
    'accountname',
    'konto',
    'project',
    'projekt',
    'containername',
    'container',
  ],
  status: ['status', 'state', 'tillstånd', 'provisioningstate', 'powerstate'],
  tags: ['tags', 'taggar', 'etiketter', 'labels'],
  properties: ['properties', 'egenskaper'],
  // Of the export of Vakt's own list: what it knows by itself.
  none: [
    'entityid',
    'health',
    'healthmark',
    'healthseverity',
    'openincidents',
    'openincidentscritical',
    'openincidentshigh',
    'openincidentsmedium',
    'openincidentslow',
    'source',
    'cloudopsmapped',
    'hidden',
    'stale',
    'modified',
    'etag',
  ],
}

const useByName = new Map(Object.entries(names).flatMap(([use, all]) => all.map((name) => [name, use as ColumnUse])))

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const tagPrefix = /^tags?\s*[:./]\s*|^tagg(?:ar)?\s*[:./]\s*/i

/** What a tag is called whose values stand in a column of their own. */
export const tagNameOf = (column: string): string => column.replace(tagPrefix, '').trim() || column.trim()

const isSingle = (use: ColumnUse) => (singleUses as readonly ColumnUse[]).includes(use)

/** What the columns of a file are likely to be; what the customer chose earlier for columns of the same name goes first. */
export function guessUses(columns: readonly string[], habit: Readonly<Record<string, ColumnUse>> = {}): ColumnUse[] {
  const taken = new Set<ColumnUse>()
  const hasArn = columns.some((name) => plain(name) === 'arn')
  return columns.map((name) => {
    const known = Object.hasOwn(habit, name) ? habit[name] : undefined
    // The Tag Editor of AWS writes a short identifier beside the ARN, which alone is unique.
    if (hasArn && !known && plain(name) === 'identifier') return 'property'
    const use = known ?? (tagPrefix.test(name) ? 'tag' : (useByName.get(plain(name)) ?? 'property'))
    if (!isSingle(use)) return use
    if (taken.has(use)) return 'property'
    taken.add(use)
    return use
  })
}

type UsesFault = 'no_name_or_id' | 'used_twice' | 'no_type' | 'column_count'

/** Why nothing can be made of rows with these columns; null when something can. */
export function findUsesFault(columnCount: number, uses: readonly ColumnUse[], typeForAll: string | null): UsesFault | null {
  if (uses.length !== columnCount) return 'column_count'
  if (singleUses.some((use) => uses.indexOf(use) !== uses.lastIndexOf(use))) return 'used_twice'
  if (!uses.includes('id') && !uses.includes('name')) return 'no_name_or_id'
  return uses.includes('type') || typeForAll ? null : 'no_type'
}
