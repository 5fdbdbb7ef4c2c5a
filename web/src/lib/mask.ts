const HIDDEN = '***'

/** 'giulia.verdi@example.it' → 'g***@example.it'. Any other text keeps only its first character. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 0 ? `${first}${HIDDEN}${email.slice(at)}` : `${first}${HIDDEN}`
}

/** '3331234567' → '*******567': shows the last three digits, fewer of a short number. */
export function maskTelephone(telephone: string): string {
  const shownDigits = Math.min(3, Math.floor((telephone.length * 3) / 8))
  return '*'.repeat(telephone.length - shownDigits) + telephone.slice(telephone.length - shownDigits)
}
