import { setImmediate } from 'node:timers/promises'
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

test('data saved during a read are kept, and read again', async () => {
  const queryKey = ['import']
  const answers: ((text: string) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialData: 'uploaded',
    staleTime: 0,
  })
  const unsubscribe = observer.subscribe(() => {})
  const getResult = () => observer.getCurrentResult()
  expect(answers).toHaveLength(1)
  queryClient.setQueryData(queryKey, 'checking')
  await expect.poll(() => answers.length).toBe(2)
  answers[0]!('uploaded')
  await setImmediate()
  expect(getResult()).toMatchObject({ data: 'checking', isFetching: true })

  answers[1]!('checked')
  await expect.poll(getResult).toMatchObject({ data: 'checked', isFetching: false })
  expect(answers).toHaveLength(2)
  unsubscribe()
})
