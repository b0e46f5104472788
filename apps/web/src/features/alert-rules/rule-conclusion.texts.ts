import { texts } from '#web/platform/texts.ts'

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

export const ruleConclusionTexts = texts(
  {
    ofCustomer: (n: number) => `${plural(n, 'rule', 'rules')} for the resources of this customer`,
    ofAll: (n: number) => `${plural(n, 'rule', 'rules')} of all customers`,
    firing: (n: number) => `${n} firing`,
    notEvaluated: (n: number, since: string) => `${n} not evaluated since ${since}`,
  },
  {
    ofCustomer: (n: number) => `${plural(n, 'regel', 'regler')} för kundens resurser`,
    ofAll: (n: number) => `${plural(n, 'regel', 'regler')} hos alla kunder`,
    firing: (n: number) => `${n} larmar`,
    notEvaluated: (n: number, since: string) => `${n} utvärderas inte sedan ${since}`,
  },
)
