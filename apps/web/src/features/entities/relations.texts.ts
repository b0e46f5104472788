import type { EntityRelation, RelationKind } from '@vakt/contract/entities/entity-relations.ts'
import { texts } from '#web/platform/texts.ts'

type RelationWords = Record<`${RelationKind} ${EntityRelation['direction']}`, string>

export const relationTexts = texts(
  {
    'part-of outgoing': 'Part of',
    'part-of incoming': 'Holds',
    'attached-to outgoing': 'Attached to',
    'attached-to incoming': 'Attached to it',
    'in-network outgoing': 'In the network',
    'in-network incoming': 'In this network',
    'guarded-by outgoing': 'Guarded by',
    'guarded-by incoming': 'Guards',
    'runs-on outgoing': 'Runs on',
    'runs-on incoming': 'Runs here',
    'logs-to outgoing': 'Logs to',
    'logs-to incoming': 'Gets logs from',
    'refers-to outgoing': 'Refers to',
    'refers-to incoming': 'Referred to by',
  } satisfies RelationWords,
  {
    'part-of outgoing': 'Del av',
    'part-of incoming': 'Innehåller',
    'attached-to outgoing': 'Ansluten till',
    'attached-to incoming': 'Anslutet hit',
    'in-network outgoing': 'I nätverket',
    'in-network incoming': 'I det här nätverket',
    'guarded-by outgoing': 'Skyddas av',
    'guarded-by incoming': 'Skyddar',
    'runs-on outgoing': 'Körs på',
    'runs-on incoming': 'Körs här',
    'logs-to outgoing': 'Loggar till',
    'logs-to incoming': 'Får loggar från',
    'refers-to outgoing': 'Hänvisar till',
    'refers-to incoming': 'Omnämns av',
  },
)
