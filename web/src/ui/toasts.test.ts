import { expect, test } from 'vitest'
import { currentToasts, removeToast, showToast } from './toasts.ts'

test('a toast without a text shows the default text of the specification', { tags: ['8.15'] }, () => {
  showToast('success')
  const [toast] = currentToasts()
  expect(toast).toMatchObject({ kind: 'success', text: 'Operation completed successfully' })
  removeToast(toast!.id)
})

test('an equal toast replaces the shown one', { tags: ['13.2'] }, () => {
  showToast('danger', 'No response from the server')
  const [first] = currentToasts()
  showToast('info', 'Fatto')
  showToast('danger', 'No response from the server')

  const toasts = currentToasts()
  expect(toasts.map(({ text }) => text)).toEqual(['Fatto', 'No response from the server'])
  expect(toasts[1]!.id).not.toBe(first!.id)
  for (const { id } of toasts) removeToast(id)
})

test('a success is replaced by another success or a failure; different failures are shown together', {
  tags: ['13.2'],
}, () => {
  const listTexts = () => currentToasts().map(({ text }) => text)
  showToast('success', 'Prenotazione eliminata con successo')
  showToast('success', 'Eliminazione annullata')
  expect(listTexts()).toEqual(['Eliminazione annullata'])

  showToast('danger', 'No response from the server')
  showToast('danger', 'An error occurred')
  expect(listTexts()).toEqual(['No response from the server', 'An error occurred'])

  showToast('success', 'Note salvate')
  expect(listTexts()).toEqual(['Note salvate'])
  for (const { id } of currentToasts()) removeToast(id)
})
