/** Ignores case, Unicode composition and repeated spaces. */
const fold = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

const APOSTROPHES = "['’‘ʼ`´]"
/** 'd' angelo' */
const ELIDED = new RegExp(`(?<!\\p{L})(\\p{L})${APOSTROPHES}\\s+`, 'gu')

/** 'Nicolo' D’Angelo' and 'Nicolò D'Angelo' → 'nicolo dangelo': the words without accents and apostrophes. */
const foldName = (name: string) =>
  fold(
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(ELIDED, '$1')
      .replace(new RegExp(`[\\p{M}\\p{Default_Ignorable_Code_Point}]|${APOSTROPHES}`, 'gu'), '')
      .replace(/[^\p{L}\p{N}]+/gu, ' '),
  )

/**
 * The identity of a customer: e-mail and full name, in whatever spelling. Relatives who share an e-mail address stay two
 * customers.
 */
export function customerIdentity({ email, name, surname }: { email: string; name: string; surname: string }) {
  const fullName = `${name} ${surname}`
  return `${fold(email)} ${foldName(fullName) || fold(fullName)}`
}
