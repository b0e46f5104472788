/** A label as it stands within a sentence: in lower case, except for abbreviations such as `URL`, `IIS` or `SLA:er`. */
export const inSentence = (label: string): string => label.replace(/\S+/g, (word) => (/^\p{Lu}{2}/u.test(word) ? word : word.toLowerCase()))
