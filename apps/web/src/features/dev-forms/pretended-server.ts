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
