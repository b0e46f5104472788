/** Reads server-sent events: the JSON of each `data:` line. `noteSign` hears of every chunk, heartbeats included. */
export async function* readEvents<T>(stream: ReadableStream<Uint8Array>, noteSign: () => void): AsyncGenerator<T> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      noteSign()
      const lines = (rest + value).split(/\r?\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice(5)) as T
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
