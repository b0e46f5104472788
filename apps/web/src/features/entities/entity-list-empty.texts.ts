import { texts } from '#web/platform/texts.ts'

const en = new Intl.NumberFormat('en-GB')
const sv = new Intl.NumberFormat('sv-SE')

export const entityListEmptyTexts = texts(
  {
    nothingText: 'Connect a cloud or upload a file. Alerts then find the resource that they are about.',
    nothingTextOfUploader: 'Resources appear here when your provider has connected your cloud, or when you upload a file with them.',
    nothingTextOfReader: 'Resources appear here when your provider has connected your cloud.',
    connectCloud: 'Connect a cloud',
    uploadFile: 'Upload a file',
    allHidden: 'Everything here is hidden',
    allHiddenText: (count: number) => `${en.format(count)} ${count === 1 ? 'resource is' : 'resources are'} of a type that is hidden.`,
    showThem: 'Show them',
  },
  {
    nothingText: 'Anslut ett moln eller ladda upp en fil. Då hittar larmen resursen de gäller.',
    nothingTextOfUploader: 'Resurser visas här när er leverantör har anslutit ert moln, eller när du laddar upp en fil med dem.',
    nothingTextOfReader: 'Resurser visas här när er leverantör har anslutit ert moln.',
    connectCloud: 'Anslut ett moln',
    uploadFile: 'Ladda upp en fil',
    allHidden: 'Allt här är dolt',
    allHiddenText: (count: number) => `${sv.format(count)} ${count === 1 ? 'resurs är' : 'resurser är'} av en typ som är dold.`,
    showThem: 'Visa dem',
  },
)
