import { texts } from '#web/platform/texts.ts'

/** Names and descriptions are those that an adopted rule gets, in the language of who adopts it. */
export const suggestedRuleTexts = texts(
  {
    title: 'Suggested rules',
    adopt: 'Adopt',
    adopted: 'The rule is created and active within a minute.',
    kinds: {
      cpu: { name: 'High CPU load', description: 'See which process uses the CPU, and whether the load is expected.' },
      'memory-used': { name: 'Memory almost full', description: 'See which process uses the memory. Restart it if it leaks.' },
      'memory-free': { name: 'Little memory available', description: 'See which process uses the memory. Restart it if it leaks.' },
      'disk-used': { name: 'Disk almost full', description: 'Remove what is not needed, or extend the disk.' },
      'disk-free': { name: 'Little disk space left', description: 'Remove what is not needed, or extend the disk.' },
      certificate: { name: 'Certificate expires soon', description: 'Renew the certificate before it expires.' },
      'http-errors': { name: 'Server errors', description: 'See the log of the application for what fails.' },
      'response-time': { name: 'Slow responses', description: 'See whether the load is expected, and which dependency is slow.' },
    },
  },
  {
    title: 'Föreslagna regler',
    adopt: 'Använd',
    adopted: 'Regeln används och är aktiv inom en minut.',
    kinds: {
      cpu: { name: 'Hög CPU-belastning', description: 'Se vilken process som använder CPU:n och om belastningen är väntad.' },
      'memory-used': { name: 'Minnet nästan fullt', description: 'Se vilken process som använder minnet. Starta om den om den läcker.' },
      'memory-free': { name: 'Lite ledigt minne', description: 'Se vilken process som använder minnet. Starta om den om den läcker.' },
      'disk-used': { name: 'Disken nästan full', description: 'Ta bort det som inte behövs eller utöka disken.' },
      'disk-free': { name: 'Lite ledigt diskutrymme', description: 'Ta bort det som inte behövs eller utöka disken.' },
      certificate: { name: 'Certifikatet går snart ut', description: 'Förnya certifikatet innan det går ut.' },
      'http-errors': { name: 'Serverfel', description: 'Se i programmets logg vad som går fel.' },
      'response-time': { name: 'Långsamma svar', description: 'Se om belastningen är väntad och vilket beroende som är långsamt.' },
    },
  },
)
