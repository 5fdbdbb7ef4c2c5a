/** The key of the browser's storage with the id of the user who has switched push notifications on. */
export const PUSH_USER = 'push_user'
