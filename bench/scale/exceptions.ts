/** Endpoints that nobody asks here, and why that tells nothing of scale. */
export const UNASKED: Record<string, string> = {
  'GET /notifications/stream': 'never ends',
  ...because('the work is that of the process that draws; its row is one', [
    'POST /upload',
    'POST /pictures',
    'POST /user/upload-photo',
    'POST /configs/upload-logo',
  ]),
  ...because('a file by its name', [
    'GET /uploads/:key',
    'GET /client/pictures/:key',
    'GET /client/logos/:key',
    'GET /client/icons/:key',
    'GET /client/mail-logos/:key',
  ]),
  ...because('a row by the key of a link that was sent by e-mail', [
    'POST /client/password-link',
    'POST /client/set-password',
    'POST /client/email-link',
    'POST /client/confirm-email',
    'POST /client/restore-email',
  ]),
  ...because('a place that has just come free: what is done is that of a booking', [
    'POST /waiting/:id/offer',
    'POST /client/waiting/book/:hiddenId',
  ]),
}

/** Calls that may cost more at a larger size, and why. */
export const LARGER: Record<string, string> = {
  ...because('twenty times as many bookings are sent', [
    'POST /bookings/events, six weeks',
    'POST /bookings/events, a day',
    'GET /client/calendar-feeds/:file',
    'GET /numbers/bookings',
  ]),
  'POST /bookings/events, as the dashboard asks': 'counts twenty times as many bookings a day',
  'GET /numbers/customers': 'a hundred times as many customers are sent',
  ...because('figures of twenty calendars and services', ['GET /numbers, a year', 'GET /numbers, a month']),
  ...because('ten calendars are sent, not one', ['GET /calendars']),
  ...because('what twenty calendars have is sent', ['GET /calendars/hours', 'GET /days_off/events', 'GET /openings']),
  ...because('twenty services are shown, not ten', ['page /', 'page /client_service']),
  'DELETE /user/calendar-feed': 'clears away what the feed before it has left behind',
  'GET /customers': 'counts all customers, for the number of pages',
  ...because('orders a hundred times as many closures', ['GET /days_off', 'GET /days_off, grouped']),
  ...because('more customers fit, of whom some hundreds are looked at', [
    'GET /customers/search, two letters',
    'GET /customers/search, a surname',
    'GET /customers/search, name and surname',
    'GET /customers/search, a slip of the keys',
    'GET /customers/search, four digits',
  ]),
  'GET /customers/:id/doubles': 'thousands share a given name',
  ...because('reads all contact requests', [
    'GET /customers/:id/consents',
    'GET /customers/:id/export',
    'DELETE /customers/:id',
  ]),
}

function because(reason: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}
