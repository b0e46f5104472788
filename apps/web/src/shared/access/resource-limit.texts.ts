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
    limited: 'limited',
    noResources: 'No resources that you may see',
    noResourcesText:
      'No resource has the tags that you are limited to, or is in the resource groups. An administrator at your company can change that.',
  },
  {
    youSee: (tags, groups) =>
      tags && groups
        ? `Du ser resurserna med taggen ${tags} och de i ${groups}.`
        : tags
          ? `Du ser resurserna med taggen ${tags}.`
          : `Du ser resurserna i ${groups}.`,
    limitedTo: (list) => `begränsad till ${list}`,
    limited: 'begränsad',
    noResources: 'Inga resurser som du får se',
    noResourcesText:
      'Ingen resurs har taggarna eller ligger i resursgrupperna som du är begränsad till. En administratör på ditt företag kan ändra det.',
  },
)
