export const colourRules = ['color-contrast', 'link-in-text-block']

/** What other words can break: names that are empty or no longer tell two things apart, and what only scrolls because its words are longer. */
const wordRules = [
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name', 'aria-tab-name'],
  ...['aria-toggle-field-name', 'aria-tooltip-name', 'aria-treeitem-name', 'button-name', 'document-title', 'empty-heading'],
  ...['empty-table-header', 'frame-title', 'heading-order', 'html-has-lang', 'html-lang-valid', 'image-alt', 'image-redundant-alt'],
  ...['input-button-name', 'label', 'label-content-name-mismatch', 'label-title-only', 'landmark-unique', 'link-name', 'region'],
  ...['role-img-alt', 'scrollable-region-focusable', 'select-name', 'summary-name', 'svg-img-alt', 'table-duplicate-name', 'valid-lang'],
]

/** What axe is asked, by what can differ between two looks at the same page. */
export const axeAspects = {
  everything: {},
  colours: { runOnly: colourRules },
  words: { runOnly: wordRules },
  'all but colours': { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
}
export type AxeAspect = keyof typeof axeAspects
