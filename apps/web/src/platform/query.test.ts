import assert from 'node:assert/strict'
import test from 'node:test'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { queryClient } from './query.ts'
import { ApiError } from './request.ts'

test('a list whose continuation token is refused begins again with its first page', async () => {
  const asked: (string | null)[] = []
  const observer = new InfiniteQueryObserver(queryClient, {
    queryKey: ['list'],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam)
      if (pageParam) {
        const errors = [{ property: 'x-continuation-token', message: 'x', message_translation_key: 'error.continuation' }]
        throw new ApiError(400, { errors, requestId: '' })
      }
      return { rows: [asked.length], token: 'of the release before' }
    },
    getNextPageParam: ({ token }) => token,
  })
  const shows = (row: number) =>
    new Promise<void>((resolve) => {
      observer.subscribe(({ data, isFetching }) => {
        if (!isFetching && data?.pages[0]?.rows[0] === row) resolve()
      })
    })
  await shows(1)
  const begunAgain = shows(3)
  await observer.fetchNextPage()
  await begunAgain
  assert.deepEqual(asked, [null, 'of the release before', null])
  observer.destroy()
  queryClient.clear()
})
