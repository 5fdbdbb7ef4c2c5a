import { afterEach, expect, test, vi } from 'vitest'
import { deviceHeader } from './session.ts'

afterEach(() => vi.unstubAllGlobals())

function storage(items = new Map<string, string>()) {
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  }
}

test('sends one random device id per browser', () => {
  vi.stubGlobal('localStorage', storage())
  const mine = deviceHeader()
  expect(mine).toEqual({ 'device-id': expect.stringMatching(/^[0-9a-f]{32}$/) })
  expect(deviceHeader()).toEqual(mine)

  vi.stubGlobal('localStorage', storage())
  expect(deviceHeader()).not.toEqual(mine)
})

test.for(['getItem', 'setItem'])('sends no device id where storage is disabled (%s fails)', (method) => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { ...storage(), [method]: refuse })
  expect(deviceHeader()).toEqual({})
})
