import { randomBytes } from 'node:crypto'
import { giulia } from './shop.ts'

// Every file of tests has a mailbox of its own: one may be booked for so many times a day.
giulia.email = `giulia.${randomBytes(4).toString('hex')}@posta.example`
