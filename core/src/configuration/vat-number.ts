/** Whether a text is an Italian VAT number: 11 digits with a correct check digit. It may still be unassigned. */
export function isVatNumber(typed: string): boolean {
  const digits = typed.replace(/^IT|\s/gi, '')
  if (!/^\d{11}$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
