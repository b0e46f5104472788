import { texts } from '#web/platform/texts.ts'

export const placeFilterTexts = texts(
  { type: 'Type', resourceGroup: 'Resource group', none: 'None', tag: 'Tag' },
  { type: 'Typ', resourceGroup: 'Resursgrupp', none: 'Ingen', tag: 'Tagg' },
)
