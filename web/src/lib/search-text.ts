/** A text as searches compare it: without accents, upper case and outer spaces. */
export const searchText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
