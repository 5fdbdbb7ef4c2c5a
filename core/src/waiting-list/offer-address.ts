/** What the number of an offer is called in the addresses of the forms that answer it. */
export const OFFER = 'offerta'
