import { texts } from '#web/platform/texts.ts'

export const resourceLimitFormTexts = texts(
  {
    title: 'Resources',
    sees: 'Sees',
    seesOf: { all: 'All resources', some: 'Only some resources' },
    someHelp:
      'They see these resources, their alerts, incidents and tickets, and the tickets that they asked for themselves; nothing else of the customer.',
    tags: 'Tags',
    tagsHelp: 'Type a key, a value or key=value.',
    groups: 'Resource groups',
    save: 'Save resources',
    saved: 'The resources are saved and apply from the next request.',
    onFields: 'The resources were not saved. Check the fields marked below.',
    failed: 'The resources were not saved. Please try again later.',
  },
  {
    title: 'Resurser',
    sees: 'Ser',
    seesOf: { all: 'Alla resurser', some: 'Bara vissa resurser' },
    someHelp:
      'Personen ser de här resurserna, deras larm, incidenter och ärenden samt de ärenden som hen själv har skapat, men inget annat hos kunden.',
    tags: 'Taggar',
    tagsHelp: 'Skriv en nyckel, ett värde eller nyckel=värde.',
    groups: 'Resursgrupper',
    save: 'Spara resurser',
    saved: 'Resurserna är sparade och gäller från nästa anrop.',
    onFields: 'Resurserna sparades inte. Se de markerade fälten nedan.',
    failed: 'Resurserna sparades inte. Försök igen senare.',
  },
)
