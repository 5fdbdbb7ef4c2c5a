import { expect, test } from 'vitest'
import { fileServer } from '../../test/test-server.ts'

const server = await fileServer()

test('the read of one service lists the free slots of the days that have one', async () => {
  const here = await server.newTenant()
  const service = await here.newService()

  const response = await here.get(`/client/services/${service.id}`)

  expect(response.statusCode).toBe(200)
  const { available_slots } = response.json()
  expect(available_slots[0]).toEqual({
    date: '2026-11-21',
    slots: ['10:00:00', '11:00:00', '12:00:00', '15:00:00', '16:00:00', '17:00:00', '18:00:00'],
  })
  expect(available_slots[1].date).toBe('2026-11-23')
})

test('the read of one service says on which day it is read, and until when nothing of it passes by itself', async () => {
  const here = await server.newTenant({ app_booking_hours_notice: 2 })
  const service = await here.newService()

  const answer = (await here.get(`/client/services/${service.id}`)).json()

  // At a quarter to ten the slot of twelve is the first that keeps the notice, until ten.
  expect(answer.available_slots[0].slots[0]).toBe('12:00:00')
  expect(answer).toMatchObject({ today: '2026-11-21', valid_until: '2026-11-21T09:00:00.001Z' })
})

test('a booked slot is gone at once', async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  await here.get(`/client/services/${service.id}`)

  const booked = await here.book(service.id)
  const after = await here.get(`/client/services/${service.id}`)

  expect(booked.statusCode).toBe(201)
  const monday = after.json().available_slots.find((day: { date: string }) => day.date === '2026-11-23')
  expect(monday.slots).not.toContain('09:00:00')
})
