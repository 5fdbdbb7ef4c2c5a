import { randomBytes } from 'node:crypto'
import { giulia } from './business.ts'

// Each test file uses another e-mail address, since the bookings of one address are limited per day.
giulia.email = `giulia.${randomBytes(4).toString('hex')}@posta.example`
