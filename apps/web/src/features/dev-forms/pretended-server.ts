export type ServerMood = 'accepts' | 'refuses' | 'fails'

const answersAfterMilliseconds = 600

/** Answers as a server in this mood would. */
export async function pretendToSend(mood: ServerMood): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, answersAfterMilliseconds))
  if (mood === 'accepts') return
  const errors =
    mood === 'fails'
      ? []
      : [
          { property: 'name', message: 'Name is taken', message_translation_key: 'dev.name_taken' },
          { property: 'owner', message: 'Away until Monday', message_translation_key: null },
        ]
  throw Object.assign(new Error(`The pretended server ${mood}`), { errors, requestId: 'pretended-request' })
}

export type Found = { kind: 'person' | 'group'; id: string; name: string }

const directory: Found[] = [
  { kind: 'group', id: 'g1', name: 'CloudOps' },
  { kind: 'group', id: 'g2', name: 'Database' },
  ...['Anna Lind', 'Björn Ek', 'Cecilia Öman', 'David Åkesson', 'Eva-Lotta Strandberg-Holmgren'].map(
    (name, index): Found => ({ kind: 'person', id: `p${index}`, name }),
  ),
]

/** People and groups whose names hold this, as a server would find them. */
export async function findPeople(search: string) {
  const found = directory.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  return found.map((value) => ({ value, label: value.name, description: value.kind === 'group' ? 'Group' : 'Person' }))
}
