import { texts } from '#web/platform/texts.ts'

export const tagsInputTexts = texts(
  {
    addTag: 'Add',
    saveTag: 'Save',
    editTag: (tag: string) => `Edit ${tag}`,
    removeTag: (tag: string) => `Remove ${tag}`,
    tagExists: (tag: string) => `${tag} is there already.`,
  },
  {
    addTag: 'Lägg till',
    saveTag: 'Spara',
    editTag: (tag: string) => `Ändra ${tag}`,
    removeTag: (tag: string) => `Ta bort ${tag}`,
    tagExists: (tag: string) => `${tag} finns redan.`,
  },
)
