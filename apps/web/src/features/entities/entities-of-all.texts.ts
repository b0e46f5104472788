import { texts } from '#web/platform/texts.ts'

const en = new Intl.NumberFormat('en-GB')
const sv = new Intl.NumberFormat('sv-SE')

export const entitiesOfAllTexts = texts(
  {
    titleOfAll: 'Resources',
    attentionOfAll: (need: number, critical: number) =>
      need === 0
        ? 'No resource of any customer has an open incident'
        : `${en.format(need)} ${need === 1 ? 'needs' : 'need'} attention${critical ? `, ${en.format(critical)} critical` : ''}`,
    nothingTextOfAll: 'Resources appear here when a cloud of a customer is connected, or a file with them is uploaded.',
  },
  {
    titleOfAll: 'Resurser',
    attentionOfAll: (need, critical) =>
      need === 0
        ? 'Ingen kunds resurser har öppna incidenter'
        : `${sv.format(need)} behöver uppmärksamhet${critical ? `, varav ${sv.format(critical)} ${critical === 1 ? 'kritisk' : 'kritiska'}` : ''}`,
    nothingTextOfAll: 'Resurser visas här när en kunds moln är anslutet, eller när en fil med dem laddas upp.',
  },
)
