import { optionalPlainDate, requiredPlainDate } from '@prenoto/core/time/plain-date-schema.ts'
import { requiredPlainTime } from '@prenoto/core/time/plain-time-schema.ts'
import { expect, vi } from 'vitest'
import * as z from 'zod/mini'
import { test as base, expectFocused, screen, segmentsText, within } from '../../testing/render-page.tsx'
import { useAdminForm, useField } from '../forms/admin-form.ts'
import { DateField } from './date-field.tsx'
import { TimeField } from './time-field.tsx'

const schema = z.object({
  day: requiredPlainDate('La data è obbligatoria.'),
  hour: requiredPlainTime('L’orario è obbligatorio.'),
  end: optionalPlainDate,
})

type FormProps = { day?: string; hour?: string; onSave?: (values: z.output<typeof schema>) => void }

function Form({ day = '', hour = '', onSave = () => {} }: FormProps) {
  const form = useAdminForm(schema, { day, hour, end: '' })
  const { control } = form
  return (
    <form noValidate onSubmit={form.handleSubmit(onSave)}>
      <DateField label="Giorno" required {...useField({ control, name: 'day' })} />
      <TimeField label="Ora" required {...useField({ control, name: 'hour' })} />
      <DateField label="Fine" {...useField({ control, name: 'end' })} />
      <button type="submit">Salva</button>
    </form>
  )
}

const field = (name: string) => screen.getByRole('group', { name })
const part = (name: string) => screen.getByRole('spinbutton', { name })
const firstPart = (name: string) => within(field(name)).getAllByRole('spinbutton')[0]!

const test = base.extend('erase', ({ user }) => async (name: string, digits: number) => {
  await user.click(part(name))
  await user.keyboard(`{Backspace>${digits}/}`)
})

test('dates and times are Italian, are typed and changed by arrows, and a partial one stays with an error', {
  tags: ['1.1', '5.1'],
}, async ({ render, user, erase }) => {
  const save = vi.fn()
  render(<Form day="2026-02-03" hour="15:30" onSave={save} />)
  await screen.findByRole('group', { name: 'Giorno' })
  expect(segmentsText(field('Giorno'))).toBe('03/02/2026')
  expect(segmentsText(field('Ora'))).toBe('15:30')
  expect(segmentsText(field('Fine'))).toBe('gg/mm/aaaa')
  await user.click(part('anno, Giorno'))
  await user.keyboard('{ArrowUp}')
  await expect.poll(() => segmentsText(field('Giorno'))).toBe('03/02/2027')
  await user.keyboard('{ArrowDown}')
  await expect.poll(() => segmentsText(field('Giorno'))).toBe('03/02/2026')

  await erase('anno, Giorno', 4)
  await erase('minuto, Ora', 2)
  await user.typeSegments(field('Fine'), '--31')
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await expect.poll(() => screen.queryAllByText('Data non valida.')).toHaveLength(2)
  await screen.findByText('Orario non valido.')
  expect(segmentsText(field('Giorno'))).toBe('03/02/aaaa')
  expect(segmentsText(field('Ora'))).toBe('15:––')
  expect(segmentsText(field('Fine'))).toBe('31/mm/aaaa')
  await expectFocused(() => firstPart('Giorno'))
  expect(firstPart('Giorno').getAttribute('aria-invalid')).toBe('true')
  expect(save).not.toHaveBeenCalled()

  for (const name of ['mese', 'giorno']) await erase(`${name}, Giorno`, 2)
  await screen.findByText('La data è obbligatoria.')
  await erase('giorno, Fine', 2)
  await user.typeSegments(field('Giorno'), '2026-02-02')
  await user.typeSegments(field('Ora'), '16:45')
  await user.click(screen.getByRole('button', { name: 'Salva' }))
  await expect.poll(() => save.mock.calls[0]?.[0]).toEqual({ day: '2026-02-02', hour: '16:45:00', end: null })
})

test('a rejected save focuses the first empty field, whose message describes it', {
  tags: ['5.1'],
}, async ({ render, user }) => {
  render(<Form />)
  await user.click(await screen.findByRole('button', { name: 'Salva' }))
  await screen.findByText('L’orario è obbligatorio.')
  await expectFocused(() => firstPart('Giorno'))
  const message = firstPart('Giorno').getAttribute('aria-describedby')!.split(' ').at(-1)!
  expect(document.getElementById(message)!.textContent).toBe('La data è obbligatoria.')
})

test('an impossible day becomes the last of its month, and a short year one of this century', async ({
  render,
  user,
}) => {
  render(<Form />)
  await screen.findByRole('group', { name: 'Giorno' })
  await user.click(firstPart('Giorno'))
  await user.keyboard('310226')
  await user.click(firstPart('Ora'))
  await expect.poll(() => segmentsText(field('Giorno'))).toBe('28/02/2026')
  expect(screen.queryByText('Data non valida.')).toBeNull()
})
