import { expect, test } from 'vitest'
import { cloudOpsTexts } from './cloudops.texts.ts'

test('a service that is off does not promise that no one is called, since a severity may page without it', () => {
  for (const { offText, disableText } of Object.values(cloudOpsTexts)) {
    for (const text of [offText, disableText]) {
      expect(text).toMatch(/only for severities|bara vid de allvarlighetsgrader/)
      expect(text).not.toMatch(/no one|larmas ingen|ingen larmas/)
    }
  }
})
