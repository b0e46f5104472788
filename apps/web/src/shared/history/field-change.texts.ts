import { texts } from '#web/platform/texts.ts'

/** The fields of an entity that a run can change, by their names in the contract. */
export const fieldChangeTexts = texts(
  {
    name: 'Name',
    type: 'Type',
    subtype: 'Kind',
    region: 'Region',
    resourceGroup: 'Resource group',
    containerId: 'Subscription',
    containerName: 'Name of the subscription',
    status: 'Status',
    source: 'Source',
    externalId: 'Moved, id',
  },
  {
    name: 'Namn',
    type: 'Typ',
    subtype: 'Slag',
    region: 'Region',
    resourceGroup: 'Resursgrupp',
    containerId: 'Prenumeration',
    containerName: 'Prenumerationens namn',
    status: 'Status',
    source: 'Källa',
    externalId: 'Flyttad, id',
  },
)
