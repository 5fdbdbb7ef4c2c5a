/** The content of a push notification, encrypted for the service worker of a device. */
export type PushedMessage = {
  title: string
  body: string
  /** The page that it opens. */
  path: string
  /** A later notification with the same tag replaces it on the device. */
  tag: string
  /** The number of the user's unread notifications. */
  unread: number
}

/** The service worker asks an open page to open the page of a notification. */
export type OpenRequest = { open: string }
