import { slotsOfAny } from '../core/src/availability/any-calendar.ts'
import { availableSlots } from '../core/src/availability/slots.ts'
import { engineCase } from './engine-cases.ts'

const [days, bookings, calendars] = process.argv.slice(2).map(Number)
const { calendar, rules } = engineCase(days!, bookings!, calendars)
const start = performance.now()
slotsOfAny(rules.map((each) => availableSlots(calendar, each)))
const milliseconds = performance.now() - start
process.stdout.write(String(milliseconds))
