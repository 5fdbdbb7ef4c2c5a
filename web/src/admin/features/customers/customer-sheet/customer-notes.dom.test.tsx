import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { updateCustomerNotes } from '@prenoto/core/customers/customers.endpoints.ts'
import { expect } from 'vitest'
import { screen, test } from '../../../testing/render-page.tsx'
import { CustomerNotes } from './customer-notes.tsx'

const anna = { id: 5, name: 'Anna', surname: 'Rossi', notes: '', version: 1 } as CustomerProfile

test('text that is typed during a save stays, is not yet saved, and is offered as a draft after a reload', {
  tags: ['13.156'],
}, async ({ api, render, user }) => {
  const notes = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Salva le note' })
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  api.on(updateCustomerNotes, async ({ body }) => {
    await mayAnswer
    return { ...anna, ...body, version: 2 }
  })
  render(<CustomerNotes customer={anna} />)
  await screen.findByRole('textbox', { name: 'Note' })
  await user.type(notes(), 'Allergica')
  await user.click(save())
  await expect.poll(() => api.listCalls(updateCustomerNotes)).toMatchObject([{ body: { notes: 'Allergica' } }])
  await user.type(notes(), ' al lattice')

  answer()

  await screen.findByText('Note salvate')
  expect(notes().value).toBe('Allergica al lattice')
  await expect.poll(() => save().disabled).toBe(false)
  render(<CustomerNotes customer={{ ...anna, notes: 'Allergica', version: 2 }} />)
  await user.click(await screen.findByRole('button', { name: 'Riprendi la bozza' }))
  await expect.poll(() => notes().value).toBe('Allergica al lattice')
})
