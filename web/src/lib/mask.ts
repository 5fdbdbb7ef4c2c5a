const HIDDEN = '***'

/** 'giulia.verdi@example.it' → 'g***@example.it'. What is no address keeps its first character only. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 0 ? `${first}${HIDDEN}${email.slice(at)}` : `${first}${HIDDEN}`
}

/** '3331234567' → '*******567': its last three digits, of a short number fewer. */
export function maskTelephone(telephone: string): string {
  const shown = Math.min(3, Math.floor((telephone.length * 3) / 8))
  return '*'.repeat(telephone.length - shown) + telephone.slice(telephone.length - shown)
}
