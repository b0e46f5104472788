const readable = ['image/jpeg', 'image/png', 'image/gif']
const mostBytes = 650_000

function toDataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(picture)
  })
}

/** The photo that the directory of the user's company has of them, as a data URL; null when it has none that can be shown. */
export async function fetchDirectoryPhoto(url: string, accessToken: string): Promise<string | null> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    credentials: 'omit',
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) return null
  const picture = await answer.blob()
  return readable.includes(picture.type) && picture.size <= mostBytes ? toDataUrl(picture) : null
}
