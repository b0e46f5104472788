type Language = 'en' | 'sv'

/** What a customer reads of an update: its own language, or else the other one, which is said. One of both is there. */
export function majorIncidentTextFor(language: Language, { en, sv }: { en: string | null; sv: string | null }): string {
  const own = language === 'en' ? en : sv
  if (own !== null) return own
  return language === 'en' ? `(In Swedish only)\n\n${sv}` : `(Endast på engelska)\n\n${en}`
}
