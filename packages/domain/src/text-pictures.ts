/** How the text of a ticket or comment says where a picture stands: `![name](attachment:name)`, the name that of a file attached to the same. */
const reference = /!\[([^\]\n]{0,300})\]\(attachment:([^()\s]{1,1000})\)/g

const encode = (name: string) => encodeURIComponent(name).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

export const pictureReference = (name: string): string => `![${name.replaceAll(/[[\]\\]/g, '')}](attachment:${encode(name)})`

/** The name in an address that begins with `attachment:`; null when it is none that can be read. */
export function pictureName(address: string): string | null {
  if (!address.startsWith('attachment:')) return null
  try {
    return decodeURIComponent(address.slice('attachment:'.length))
  } catch {
    return null
  }
}

/** The text with something else in place of each picture. */
export const replacePictures = (text: string, say: (name: string, whole: string) => string): string =>
  text.replace(reference, (whole, alt: string, written: string) => say(pictureName(`attachment:${written}`) ?? alt, whole))

const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/** The names of the pictures that stand within the text. What is written as code is shown as it stands. */
export function namedPictures(text: string): Set<string> {
  const names = new Set<string>()
  replacePictures(text.replace(code, ''), (name, whole) => {
    names.add(name)
    return whole
  })
  return names
}
