import { expect, test } from 'vitest'
import { currentToasts, removeToast, showToast } from './toasts.ts'

test('a toast without words of its own says what the specification says', { tags: ['8.15'] }, () => {
  showToast('success')
  const [toast] = currentToasts()
  expect(toast).toMatchObject({ kind: 'success', text: 'Operation completed successfully' })
  removeToast(toast!.id)
})

test('what is being said is not said twice', { tags: ['13.2'] }, () => {
  showToast('danger', 'No response from the server')
  const [first] = currentToasts()
  showToast('info', 'Fatto')
  showToast('danger', 'No response from the server')

  const toasts = currentToasts()
  expect(toasts.map(({ text }) => text)).toEqual(['Fatto', 'No response from the server'])
  expect(toasts[1]!.id).not.toBe(first!.id)
  for (const { id } of toasts) removeToast(id)
})

test('a success stands beside neither its undoing nor a failure; failures stand together', { tags: ['13.2'] }, () => {
  const shown = () => currentToasts().map(({ text }) => text)
  showToast('success', 'Prenotazione eliminata con successo')
  showToast('success', 'Eliminazione annullata')
  expect(shown()).toEqual(['Eliminazione annullata'])

  showToast('danger', 'No response from the server')
  showToast('danger', 'An error occurred')
  expect(shown()).toEqual(['No response from the server', 'An error occurred'])

  showToast('success', 'Note salvate')
  expect(shown()).toEqual(['Note salvate'])
  for (const { id } of currentToasts()) removeToast(id)
})
