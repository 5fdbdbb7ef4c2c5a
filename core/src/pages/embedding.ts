/** The pages that other sites may show within theirs, where the owner names them: the list, a service, and the thanks. */
export const isEmbeddable = (path: string) => /^\/(client_service(\/[^/]+\/booking)?|thank_you)$/.test(path)

/** What an embedded page tells the page around it: how high it is, how far down something is to be seen, that it is another page. */
export type HostMessage = { prenoto: 'height'; height: number } | { prenoto: 'show'; top: number } | { prenoto: 'page' }
