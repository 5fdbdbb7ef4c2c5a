/** URL query parameter with the id of an offer. */
export const OFFER = 'offerta'
