import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams, pageQueryWithSize, pageTail } from '../contract/pagination.ts'
import { notification } from './notification-schema.ts'

const notificationPage = z.object({
  notifications: z.array(notification),
  ...pageTail,
  unread_count: z.int(),
})
export type NotificationPage = z.infer<typeof notificationPage>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'Lists the notifications of the current user, newest first',
  access: 'operator',
  right: 'bookings',
  status: 200,
  query: pageQueryWithSize(20),
  response: notificationPage,
})

export const readNotification = endpoint({
  method: 'PATCH',
  path: '/notifications/:id/read',
  summary: 'Marks a notification of the current user as read',
  access: 'operator',
  right: 'bookings',
  status: 200,
  params: idParams,
  response: notification,
})

export const readAllNotifications = endpoint({
  method: 'PATCH',
  path: '/notifications/read-all',
  summary: 'Marks all notifications of the current user as read',
  access: 'operator',
  right: 'bookings',
  status: 204,
})

/** Sends `StreamEvent`s, and comments in between that keep the connection open. */
export const streamNotifications = endpoint({
  method: 'GET',
  path: '/notifications/stream',
  summary: 'Streams new notifications and changes of bookings and records as server-sent events',
  access: 'operator',
  right: 'bookings',
  status: 200,
  headers: z.object({
    'last-event-id': z.optional(z.string().check(z.regex(/^\d{0,15}$/, 'Identificativo non valido.'))),
  }),
  produces: 'text/event-stream',
})
