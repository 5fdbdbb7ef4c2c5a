/** Whether sites that the owner names may embed the page: the list, a service, and the thank-you page. */
export const isEmbeddable = (path: string) => /^\/(client_service(\/[^/]+\/booking)?|thank_you)$/.test(path)

/** The messages of an embedded page to its host: its height, an offset to scroll to, and a navigation. */
export type HostMessage = { prenoto: 'height'; height: number } | { prenoto: 'show'; top: number } | { prenoto: 'page' }
