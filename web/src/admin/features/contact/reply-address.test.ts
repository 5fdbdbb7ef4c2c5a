import { expect, test } from 'vitest'
import { replyAddress } from './reply-address.ts'

const request = {
  id: 1,
  name: 'Giulia Verdi',
  email: 'giulia+prova@example.it',
  phone: '393331234567',
  message: 'Avete posto?\nGrazie & a presto',
  created_at: '25-11-2026 09:00',
  answered_at: null,
  answered_by: null,
}

test('the reply quotes the message and names the business', () => {
  const url = new URL(replyAddress(request, 'Salone Aurora'))

  expect(url.pathname).toBe('giulia%2Bprova@example.it')
  expect(url.searchParams.get('subject')).toBe('La tua richiesta a Salone Aurora')
  expect(url.searchParams.get('body')).toBe(
    'Buongiorno Giulia Verdi,\r\n\r\n\r\n\r\n> Avete posto?\r\n> Grazie & a presto',
  )
})

test('an address with a question mark adds no fields to the e-mail', () => {
  const url = new URL(replyAddress({ ...request, email: 'a?bcc=b@example.it', message: '' }, 'Salone'))

  expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
})
