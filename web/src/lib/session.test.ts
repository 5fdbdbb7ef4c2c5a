import { afterEach, expect, test, vi } from 'vitest'
import { deviceHeader } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(items = new Map<string, string>()) {
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  }
}

test('a browser calls itself the same each time, and no two the same', () => {
  vi.stubGlobal('localStorage', storage())
  const mine = deviceHeader()
  expect(mine).toEqual({ 'device-id': expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(deviceHeader()).toEqual(mine)

  vi.stubGlobal('localStorage', storage())
  expect(deviceHeader()).not.toEqual(mine)
})

test.for(['getItem', 'setItem'])('a browser that keeps nothing (%s fails) calls itself nothing', (what) => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { ...storage(), [what]: refuse })
  expect(deviceHeader()).toEqual({})
})
