import { expect, test } from 'vitest'
import { guessFields } from './guess-fields.ts'
import { missingFields } from './import-fields.ts'

const guess = (kind: 'customers' | 'bookings', headings: string) => {
  const columns = headings.split(',')
  return Object.fromEntries(
    guessFields(
      kind,
      columns.map((heading) => ({ heading })),
    ).flatMap((field, i) => (field ? [[field, columns[i]]] : [])),
  )
}

test.for([
  [
    'Fresha’s clients',
    'Client ID,First Name,Last Name,Gender,Mobile Number,Telephone,Email,Note',
    {
      name: 'First Name',
      surname: 'Last Name',
      telephone: 'Mobile Number',
      other_telephone: 'Telephone',
      email: 'Email',
      notes: 'Note',
    },
  ],
  [
    'Acuity’s clients',
    'First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment',
    { name: 'First Name', surname: 'Last Name', telephone: 'Phone', email: 'Email', notes: 'Notes' },
  ],
  [
    'Easy!Appointments’ users',
    'id,first_name,last_name,email,mobile_number,phone_number,address,city,notes',
    {
      name: 'first_name',
      surname: 'last_name',
      email: 'email',
      telephone: 'mobile_number',
      other_telephone: 'phone_number',
      notes: 'notes',
    },
  ],
  [
    'an Italian list',
    'Nome,Cognome,E-mail,Cellulare,Note',
    { name: 'Nome', surname: 'Cognome', email: 'E-mail', telephone: 'Cellulare', notes: 'Note' },
  ],
  ['names in one column', 'Nominativo;Telefono'.replace(';', ','), { full_name: 'Nominativo', telephone: 'Telefono' }],
  ['a name without surnames', 'Nome,Telefono', { full_name: 'Nome', telephone: 'Telefono' }],
] as const)('guesses the columns of %s', ([, headings, expected]) => {
  expect(guess('customers', headings)).toEqual(expected)
})

test.for([
  [
    'Fresha’s appointments',
    'Appointment reference,Client,Scheduled date,Scheduled time,Duration,Services,Team member,Status',
    {
      full_name: 'Client',
      day: 'Scheduled date',
      hour: 'Scheduled time',
      service: 'Services',
      calendar: 'Team member',
      status: 'Status',
    },
  ],
  [
    'Acuity’s appointments',
    'Start Time,End Time,Timezone,First Name,Last Name,Phone,Email,Type,Calendar,Appointment Price,Date Scheduled',
    {
      day: 'Start Time',
      name: 'First Name',
      surname: 'Last Name',
      telephone: 'Phone',
      email: 'Email',
      service: 'Type',
      calendar: 'Calendar',
    },
  ],
  [
    'Easy!Appointments’ appointments',
    'id,start_datetime,end_datetime,service,provider,customer,email',
    { day: 'start_datetime', service: 'service', calendar: 'provider', full_name: 'customer', email: 'email' },
  ],
  [
    'the export of Prenoto',
    'Data,Ora,Durata (min),Servizio,Calendario,Prezzo (€),Esito,Nome,Cognome,Email,Telefono,Prenotata il',
    {
      day: 'Data',
      hour: 'Ora',
      service: 'Servizio',
      calendar: 'Calendario',
      status: 'Esito',
      name: 'Nome',
      surname: 'Cognome',
      email: 'Email',
      telephone: 'Telefono',
    },
  ],
] as const)('guesses the columns of %s', ([, headings, expected]) => {
  expect(guess('bookings', headings)).toEqual(expected)
})

test('says what the columns lack', () => {
  expect(missingFields('customers', ['notes'])).toEqual(['il nome del cliente', 'l’email o il telefono'])
  expect(missingFields('bookings', ['full_name', 'hour'])).toEqual(['la data', 'il servizio'])
  expect(missingFields('customers', ['full_name', null, 'telephone'])).toEqual([])
})
