import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { aService } from '@prenoto/test-support/fixtures/services.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ServiceCard } from './service-card.tsx'

const TODAY = parsePlainDate('2026-11-21')

function renderText(service: Partial<PublicService>) {
  const card = createElement(ServiceCard, {
    service: aService(service),
    today: TODAY,
    sourceQuery: '',
    heading: 'h2',
    hasPicture: false,
    isFirst: false,
  })
  return renderToStaticMarkup(card)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('a card shows a price of zero as free', { tags: ['13.179'] }, () => {
  expect(renderText({ amount: '0.00' })).toContain('Costo: Gratuito Durata:')
  expect(renderText({ amount: '20.00', discounted_amount: '0.00' })).toContain('Costo: 20,00')
})

test('a card names the next free slot when today is full', { tags: ['13.75'] }, () => {
  const next = (date: string) => ({ next_slot: { date: parsePlainDate(date), hour: parsePlainTime('09:45') } })
  expect(renderText(next('2026-11-23'))).toContain('Nessuno slot disponibile oggi. Prossimo posto: lun 23, 09:45 ')
  expect(renderText(next('2026-12-07'))).toContain('Prossimo posto: lun 7 dic, 09:45 ')
  expect(renderText({})).not.toContain('Prossimo posto')

  const today = { available_slots: [{ date: TODAY, slots: [parsePlainTime('09:45')] }], ...next('2026-11-21') }
  expect(renderText(today)).toContain('Ci sono ancora 1 slot disponibili oggi. ')
  expect(renderText(today)).not.toContain('Prossimo posto')
})
