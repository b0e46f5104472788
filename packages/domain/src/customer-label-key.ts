/** By which labels are compared: in any case, and however their letters are composed. */
export const labelKeyOf = (label: string): string => label.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
