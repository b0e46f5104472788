import { texts } from '#web/platform/texts.ts'

export const resourceLimitTexts = texts(
  {
    /** Lists such as `env=prod or env=test`; empty where there are none. */
    youSee: (tags: string, groups: string) =>
      tags && groups
        ? `You see the resources tagged ${tags} and those in ${groups}.`
        : tags
          ? `You see the resources tagged ${tags}.`
          : `You see the resources in ${groups}.`,
    limitedTo: (list: string) => `limited to ${list}`,
  },
  {
    youSee: (tags, groups) =>
      tags && groups
        ? `Du ser resurserna med taggen ${tags} och de i ${groups}.`
        : tags
          ? `Du ser resurserna med taggen ${tags}.`
          : `Du ser resurserna i ${groups}.`,
    limitedTo: (list) => `begränsad till ${list}`,
  },
)
