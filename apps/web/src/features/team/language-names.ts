/** The name of a language in another one, such as `Swedish` or `svenska` for `sv`. */
export const languageName = (code: string, locale: string): string => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
