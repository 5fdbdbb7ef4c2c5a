import { availableSlots } from '../core/src/availability/slots.ts'
import { engineCase } from './engine-cases.ts'

const [days, bookings] = process.argv.slice(2).map(Number)
const { calendar, rules } = engineCase(days!, bookings!)
const start = performance.now()
availableSlots(calendar, rules)
const milliseconds = performance.now() - start
process.stdout.write(String(milliseconds))
