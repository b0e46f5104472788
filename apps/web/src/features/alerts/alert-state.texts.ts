import { texts } from '#web/platform/texts.ts'

export const alertStateTexts = texts({ firing: 'Firing', resolved: 'Resolved' }, { firing: 'Aktivt', resolved: 'Löst' })
