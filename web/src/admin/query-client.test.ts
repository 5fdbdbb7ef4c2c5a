import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

test('data read for the first time during changes are read once more', async () => {
  const answers: ((text: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['notes'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const unsubscribe = observer.subscribe(() => {})
  const changes = [1, 2].map(() => queryClient.invalidateQueries({ queryKey: ['notes'] }))
  answers[0]!('before the changes')
  await expect.poll(() => answers.length).toBe(2)
  expect(observer.getCurrentResult().data).toBe('before the changes')
  answers[1]!('after the changes')
  await Promise.all(changes)

  expect(observer.getCurrentResult()).toMatchObject({ data: 'after the changes', isFetching: false })
  expect(answers).toHaveLength(2)
  unsubscribe()
})

test('a record that is saved during a read is not replaced by the older version', async () => {
  const queryKey = ['configuration']
  queryClient.setQueryData(queryKey, { version: 3 })

  await queryClient.fetchQuery({ queryKey, queryFn: async () => ({ version: 2 }), staleTime: 0 })
  expect(queryClient.getQueryData(queryKey)).toEqual({ version: 3 })

  await queryClient.fetchQuery({ queryKey, queryFn: async () => ({ version: 4 }), staleTime: 0 })
  expect(queryClient.getQueryData(queryKey)).toEqual({ version: 4 })
})
