import { texts } from '#web/platform/texts.ts'

export const secretKeysTexts = texts(
  {
    title: 'Encryption keys',
    intro: 'The secrets of connectors and webhooks are stored encrypted with these keys, which SECRET_KEY holds.',
    loadFailed: 'Could not load the keys',
    key: 'Key',
    use: 'Use',
    secrets: 'Secrets',
    legacy: 'Database password',
    first: 'Encrypts new secrets',
    decrypts: 'Decrypts only',
    unused: 'Decrypts only, no longer needed',
    legacyUse: 'Encrypted again with the first key soon',
    missing: 'Missing from SECRET_KEY',
    missingHelp: (ids: string) =>
      `Put ${ids} back into SECRET_KEY and restart Vakt. If it is lost, enter the secrets of the connectors and webhooks again.`,
    unreadable: (count: number) => (count === 1 ? '1 cannot be read' : `${count} cannot be read`),
  },
  {
    title: 'Krypteringsnycklar',
    intro: 'Hemligheter i anslutningar och webhookar lagras krypterade med de här nycklarna, som finns i SECRET_KEY.',
    loadFailed: 'Det gick inte att hämta nycklarna',
    key: 'Nyckel',
    use: 'Används till',
    secrets: 'Hemligheter',
    legacy: 'Databasens lösenord',
    first: 'Krypterar nya hemligheter',
    decrypts: 'Bara att dekryptera',
    unused: 'Bara att dekryptera, behövs inte längre',
    legacyUse: 'Krypteras snart om med den första nyckeln',
    missing: 'Saknas i SECRET_KEY',
    missingHelp: (ids) =>
      `Lägg tillbaka ${ids} i SECRET_KEY och starta om Vakt. Om nyckeln är borta anger du hemligheterna i anslutningarna och webhookarna på nytt.`,
    unreadable: (count) => (count === 1 ? '1 går inte att läsa' : `${count} går inte att läsa`),
  },
)
