import { useInfiniteQuery } from '@tanstack/react-query'
import { listServiceWindows } from '@vakt/contract/service-windows/service-windows.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#web/platform/query.ts'
import { sendRequest } from '#web/platform/request.ts'
import { passTime } from '#web/testing/part-helpers.ts'
import { renderPart } from '#web/testing/render-part.tsx'
import { PagedRows } from './paged-rows.tsx'
import { useRows } from './use-rows.ts'

function Windows() {
  const list = useInfiniteQuery({
    queryKey: ['service-windows', '1002', 'list'],
    queryFn: ({ signal }) => sendRequest(listServiceWindows, { params: { customerId: '1002' }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: () => null,
  })
  return (
    <PagedRows
      list={list}
      rows={useRows(list.data)}
      label="Service windows"
      failed="The service windows could not be loaded."
      empty="None"
      rowKey={({ serviceWindowId }) => serviceWindowId}
      columns={[{ key: 'name', label: 'Name', phone: 'first', cell: ({ reason }) => reason }]}
    />
  )
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  queryClient.clear()
})

/** The network is what is outside of the browser: requests that end only when they are given up, until it answers. */
function breakNetwork() {
  const network = { isBroken: true, asked: 0, givenUp: 0 }
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    network.asked += 1
    if (!network.isBroken)
      return Promise.resolve(Response.json({ result: [{ serviceWindowId: '7', reason: 'Patching' }], continuation_token: null }))
    return new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => {
        network.givenUp += 1
        reject(init.signal?.reason)
      }),
    )
  })
  return network
}

const words = {
  en: { help: 'The server did not answer in time. Try again.', again: 'Try again', loading: 'Loading…' },
  sv: { help: 'Servern svarade inte i tid. Försök igen.', again: 'Försök igen', loading: 'Laddar…' },
}

for (const language of ['en', 'sv'] as const)
  test(`a list that gets no answer says so, also while it is asked again, until there are rows (${language})`, async () => {
    const network = breakNetwork()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    renderPart(<Windows />, { language, client: queryClient })
    await expect.poll(() => network.asked).toBe(1)
    await passTime(30_500)
    const help = page.getByRole('alert').getByText(words[language].help)
    await expect.element(help).toBeVisible()
    // As the live stream asks for what is on the screen after a gap.
    void queryClient.refetchQueries()
    await expect.poll(() => network.asked).toBe(2)
    await passTime(5000)
    // At this moment: waiting would let the time of the second request pass.
    expect(help.elements()).toHaveLength(1)
    expect(page.getByRole('status', { name: words[language].loading }).elements()).toHaveLength(0)
    const again = page.getByRole('button', { name: words[language].again })
    network.isBroken = false
    await again.click()
    await expect.element(page.getByText('Patching')).toBeVisible()
    expect(network).toMatchObject({ asked: 3, givenUp: 2 })
  })
