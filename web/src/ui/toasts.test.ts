import { expect, test } from 'vitest'
import { currentToasts, removeToast, showToast } from './toasts.ts'

test('a toast without words of its own says what the specification says', () => {
  showToast('success')
  const [toast] = currentToasts()
  expect(toast).toMatchObject({ kind: 'success', text: 'Operation completed successfully' })
  removeToast(toast!.id)
})
