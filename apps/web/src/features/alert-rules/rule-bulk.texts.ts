import { texts } from '#web/platform/texts.ts'

const rules = (count: number) => (count === 1 ? '1 alert rule' : `${count.toLocaleString('en-GB')} alert rules`)
const regler = (count: number) => (count === 1 ? '1 larmregel' : `${count.toLocaleString('sv-SE')} larmregler`)

/** What is said of many alert rules that are changed together. */
export const ruleBulkTexts = texts(
  {
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all shown alert rules',
    manyEnabled: (count: number) => (count === 1 ? '1 alert rule is enabled.' : `${rules(count)} are enabled.`),
    manyDisabled: (count: number) =>
      `${rules(count)} ${count === 1 ? 'is' : 'are'} disabled. ${count === 1 ? 'An alert that is open stays open.' : 'Alerts that are open stay open.'}`,
    manyRemoved: (count: number) => `${rules(count)} ${count === 1 ? 'is' : 'are'} deleted.`,
    manyRestored: (count: number) => `${rules(count)} ${count === 1 ? 'is' : 'are'} back.`,
    notRestored: (count: number) => `${rules(count)} could not be restored.`,
  },
  {
    select: (name) => `Markera ${name}`,
    selectAll: 'Markera alla larmregler som visas',
    manyEnabled: (count) => (count === 1 ? '1 larmregel är aktiverad.' : `${regler(count)} är aktiverade.`),
    manyDisabled: (count) =>
      count === 1
        ? '1 larmregel är inaktiverad. Ett öppet larm förblir öppet.'
        : `${regler(count)} är inaktiverade. Öppna larm förblir öppna.`,
    manyRemoved: (count) => (count === 1 ? '1 larmregel är borttagen.' : `${regler(count)} är borttagna.`),
    manyRestored: (count) => (count === 1 ? '1 larmregel är tillbaka.' : `${regler(count)} är tillbaka.`),
    notRestored: (count) => `${regler(count)} kunde inte återställas.`,
  },
)
